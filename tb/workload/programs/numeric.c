// SPDX-License-Identifier: Apache-2.0
//
// Floating point: loops that a compiler vectorizes, functions of the library, numbers of 128 bits in software.
#include <math.h>
#include <stdio.h>

enum { SIZE = 48 };

static float a[SIZE][SIZE];
static float b[SIZE][SIZE];
static float c[SIZE][SIZE];

int main(void)
{
  double sum = 0;
  long double wide = 1;
  for (int i = 0; i < SIZE; i++) {
    for (int j = 0; j < SIZE; j++) {
      a[i][j] = (float)(i + j);
      b[i][j] = (float)(i - j);
    }
  }
  for (int i = 0; i < SIZE; i++) {
    for (int k = 0; k < SIZE; k++) {
      for (int j = 0; j < SIZE; j++) {
        c[i][j] += a[i][k] * b[k][j];
      }
    }
  }
  for (int i = 1; i < 300; i++) {
    sum += sin(i) * pow(i, 0.3) / sqrt(i);
    wide = wide / i + 1.0L;
  }
  return printf("%.3f %.6f %.9Lf\n", (double)c[3][5], sum, wide) < 0;
}
