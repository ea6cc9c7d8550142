// SPDX-License-Identifier: Apache-2.0
//
// Turns a cover statement into an assertion that it is never reached; the counterexample is a trace that reaches it.

module \$cover (A, EN);
  input A, EN;
  \$assert _TECHMAP_REPLACE_ (.A(~A), .EN(EN));
endmodule
