# SPDX-License-Identifier: Apache-2.0
# Error by instruction of each program at an interval of 1024, on CVA6.
chosen = "$1 == \"cva6\" && $3 == 1024 && $4 == \"random\" && $5 == 2"
rows(column) = sprintf("< awk -F, '%s {print $2 \",\" $%d}' %s", chosen, column, data)
set style data histograms
set style histogram clustered gap 1
set style fill solid
set boxwidth 0.9
set ylabel "error by instruction, % of the time"
set yrange [0:*]
set grid ytics
set key outside top horizontal
plot rows(11) using 2:xtic(1) title "counted" linecolor rgb "#999999", \
     rows(12) using 2 title "total latency" linecolor rgb "#d08020", \
     rows(13) using 2 title "exposed latency" linecolor rgb "#2060a0"
