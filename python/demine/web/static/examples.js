// Examples for the analyser: those of the papers, and some more.
/** @type {any[]} */
export const EXAMPLES = [
 {
  "title": "Expert, a guess is needed",
  "line": "16 × 30, 99 mines: no cell is safe. Which one is best?",
  "text": "30x16x99\n000000002HH2H102HHHHHHHHHHHHHH\n001110002H322223H4HHHHHHHHHHHH\n222H100011101H2H233HHHHHHHHHHH\nHH3331000000112111HHHHHHHHHHHH\n222HH31100000011235HHHHHHHHHHH\n0024H3H11221112H2HHHHHHHHHHHHH\n112H22111HH11H32334HHHHHHHHHHH\n1H222223332112H12H4HHHHHHHHHHH\n1122H3HHH10112223HHHHHHHHHHHHH\n001H3H332212H23H43HHHHHHHHHHHH\n1121211001H323HHHHHHHHHHHHHHHH\n1H1111000223H23HHHHHHHHHHHHHHH\n2332H10001H2122HHHHHHHHHHHHHHH\n1HH33422122212H3HHHHHHHHHHHHHH\n2444HHH3H22H13HHHHHHHHHHHHHHHH\n1HH3H43H22H212HHHHHHHHHHHHHHHH"
 },
 {
  "title": "Beginner, many cells are certain",
  "line": "9 × 9, 10 mines: follow the proofs",
  "text": "9x9x10\n001HHHHHH\n012H2HHHH\n01H23HHHH\n0112HHHHH\n11012HHHH\nH10011HHH\n11012HHHH\n0001H22HH\n0001HHHHH"
 },
 {
  "title": "Golan 2011, Figure 4",
  "line": "the graph of Example 5.1: treewidth 2",
  "text": "{\"vertices\": 6, \"edges\": [[0, 3], [0, 5], [1, 3], [1, 4], [2, 4], [2, 5]], \"labels\": [1, 1, 2, \"?\", \"?\", \"?\"], \"mines\": null}"
 },
 {
  "title": "Golan 2011, a tree",
  "line": "counted in linear time (Theorem 2.1)",
  "text": "{\"vertices\": 14, \"edges\": [[0, 1], [0, 2], [0, 3], [0, 4], [3, 12], [4, 5], [5, 6], [6, 7], [7, 8], [7, 9], [7, 10], [10, 11], [12, 13]], \"labels\": [1, \"?\", \"?\", \"?\", \"?\", 1, \"?\", 2, \"?\", \"□\", \"?\", \"?\", \"?\", 1], \"mines\": null}"
 },
 {
  "title": "Golan 2014, Example 3.1",
  "line": "one mine: the guess components {v1, v3} and {v1, v2, v3}; v1 is vertex 0",
  "text": "{\"vertices\": 6, \"edges\": [[0, 2], [0, 4], [1, 4], [2, 4], [3, 4], [3, 5]], \"labels\": [\"?\", \"?\", \"?\", \"?\", \"?\", \"?\"], \"mines\": null}",
  "onemine": true
 },
 {
  "title": "Golan 2014, a 3 × 3 grid",
  "line": "one mine: P* = 8/9 (Proposition 2.6)",
  "board": "grid-3x3",
  "labels": null,
  "mines": 1,
  "onemine": true
 },
 {
  "title": "Suzuki, Hao and Minato 2015",
  "line": "a board of their experiment: 30 × 30, 20 % mines, 60 % of the numbers open, all solutions at once",
  "text": "30x30x?\n1H4HHHHH2HH0HH1H1HH2H1HH2H1H3H\nH2HHH24HH110HH201H3H23HHH0HHH2\n0HH4HHHH2HHHHHH11HH4H3HH212HH1\n112HH2H2HH102HH2H0HHH4HHHHHHH1\n2H43HH0HHH2HHHHHHHHH43H1H1101H\nHHH1HH212HH1HHHHHH1HH3H2H0H0HH\nHH5HHHHH1H432H21101HHH2HHH001H\n23HHH3H1HHHHH11H21002H42100011\nHHHHH10001HHH21HH200HHH101HH0H\nH2H2HHHHH113HH2HHH2HHHHHH2H10H\nH2H11HHHH2H23H13HHHHHH3HH21HH0\nH1222HHHHH3HH3HHHHHH3HHH32H011\n012H11HH4HHH2HH3HH12H222HHH12H\n01H4H2HHH332HH121HH111HHHHHH21\n01HHHHH2H21H211HH10H00HH4H3210\n1123HH1111123H2HH10HH02H32H100\nH11HH1H000H1HH4HH10H001HHHHH10\nH2HHH111HHH2H3HHH21H01H1HH2H10\n01H101HHH0H1HHH3HHH10HH2HHHHHH\n12H2HHHHHH1H11124H3H02H2HH1H00\nH22H1024H4H31H2H4H200H2H2H100H\n12H3223HH4HH102H3110HHHHHH1HH0\n0HH3H3HHH2HHH122H1100022HHHHHH\n1113H4HH1001HH1H3H31H01H1H01HH\n1HH2HH11HHH111H25HH2H0H220H1HH\n221H3H2H2H111HH2HHHHH01H100111\nH1H2HHH3312HH2HH22H1H12110H111\nH1H3HHHHHH2HHHHHH01H4H4H1H2HH1\n00HH3HH22H21H02H20HHHHHH22HH21\n0H1HHH00H110H0HHH0HH33H3H2H2HH"
 },
 {
  "title": "Garg 2019, Figure 1",
  "line": "the blank cells of the printed grid follow from the others",
  "text": "8x8x?\n23M22M21\nMM5HH4M2\nHHMMMH4M\nM6H6MMH2\n2MMH55H2\n134HMM4M\n01M4HHM3\n012M23M2"
 },
 {
  "title": "A contradiction",
  "line": "which numbers cannot all be true?",
  "text": "5x3x?\nHHHHH\n12111\n00000"
 },
 {
  "title": "A honeycomb",
  "line": "6 × 8 hexagons, 9 mines",
  "board": "hexagonal-6x8",
  "labels": null,
  "mines": 9
 }
];
