"""«Дополнение 2» of «Маго-бой»: artifacts, wishes, the curse, three forms; `box` tells the base engine."""
