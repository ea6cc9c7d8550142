// SPDX-License-Identifier: Apache-2.0
//
// A cover statement as an assertion that it is never reached: the counterexample is the way to it.

module \$cover (A, EN);
  input A, EN;
  \$assert _TECHMAP_REPLACE_ (.A(~A), .EN(EN));
endmodule
