# SPDX-License-Identifier: Apache-2.0
# Mean error of the programs against the interval, on the core model out of order.
mean(column) = sprintf("< awk -F, '$1 == \"out-of-order\" && $4 == \"random\" && $5 == 2 {s[$3] += $%d; n[$3]++} \
                       END {for (i in s) print i \",\" s[i] / n[i]}' %s | sort -n", column, data)
set logscale x 2
set xlabel "interval, operations"
set ylabel "mean error, % of the time"
set yrange [0:*]
set grid
set key outside top horizontal
plot mean(11) using 1:2 with linespoints title "counted, instruction" linecolor rgb "#999999", \
     mean(17) using 1:2 with linespoints title "counted, function" linecolor rgb "#cccccc", \
     mean(13) using 1:2 with linespoints title "exposed, instruction" linecolor rgb "#2060a0", \
     mean(19) using 1:2 with linespoints title "exposed, function" linecolor rgb "#80b0e0"
