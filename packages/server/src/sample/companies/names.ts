import type { Prng } from '../prng.ts';

/** Where a team is hired from: decides which names are likely in it. */
export type NamePool = 'americas' | 'northern' | 'dach' | 'southern';

interface Names {
  readonly given: readonly string[];
  readonly family: readonly string[];
}

const NAMES = {
  english: names(
    'Olivia Emma Charlotte Amelia Harper Evelyn Abigail Grace Hannah Claire Naomi Ruth Liam Noah James Henry Owen Caleb Wyatt Marcus Elijah Dominic Peter Spencer Tessa Brooke',
    'Harrison Whitaker Caldwell Bennett Sullivan Brooks Fletcher Hayes Langford Mercer Prescott Sinclair Thornton Walsh Ellison Barrett Dawson Holloway Kimball Lockwood',
  ),
  africanAmerican: names(
    'Aaliyah Imani Keisha Monique Simone Jasmine Darius Malik Terrence Andre Isaiah Xavier',
    'Washington Jefferson Booker Gaines Freeman Coleman Batiste Whitfield Tolliver Hollis',
  ),
  hispanic: names(
    'Sofía Camila Valentina Lucía Mariana Gabriela Mateo Santiago Diego Alejandro Rafael Javier',
    'Hernández Ramírez Castillo Ortega Delgado Fuentes Vargas Peña Rojas Salazar Navarro Ibáñez',
  ),
  southAsian: names(
    'Priya Ananya Kavya Meera Nisha Aisha Arjun Rohan Vikram Sanjay Imran Aditya',
    'Sharma Iyer Patel Reddy Banerjee Chaudhry Kapoor Nair Mukherjee Rahman Desai Menon',
  ),
  eastAsian: names(
    'Mei Xinyi Yuki Hana Soo-jin Linh Kenji Wei Jun Minh Haruto Jae-won',
    'Chen Nguyen Tanaka Kim Park Zhang Wu Lin Nakamura Tran Choi Huang',
  ),
  african: names(
    'Amara Ngozi Adaeze Zainab Wanjiru Thandiwe Chidi Kwame Tunde Sipho Jelani Kofi',
    'Okafor Mensah Adeyemi Mwangi Dlamini Boateng Eze Nkosi Abebe Diallo',
  ),
  northern: names(
    'Sanne Fleur Lotte Maud Aoife Niamh Saoirse Ciara Aino Helmi Kaisa Liis Bram Daan Joost Sven Cormac Eoin Ronan Eero Mikko Tanel Søren Maarten',
    'de_Vries van_den_Berg Jansen Bakker Willems Peeters Maes Claes Byrne Gallagher Kavanagh Nolan Virtanen Korhonen Nieminen Laine Tamm Kask Nyström Sørensen',
  ),
  german: names(
    'Lena Johanna Katharina Franziska Annika Theresa Mareike Birgit Jonas Lukas Florian Matthias Tobias Jürgen Sebastian Björn',
    'Schäfer Hoffmann Lindner Krüger Vogel Brandt Böhm Winkler Zimmermann Köhler Steiner Huber Gruber Moser Baumann Keller',
  ),
  turkishArabic: names(
    'Elif Zeynep Leyla Yasmin Nour Samira Emre Kerem Mehmet Karim Omar Youssef',
    'Yılmaz Demir Kaya Aydın Haddad Mansour Khoury Benali Farouk Aksoy',
  ),
  southern: names(
    'Camille Élodie Margaux Inès Giulia Chiara Martina Alba Carmen Beatriz Joana Hugo Étienne Baptiste Théo Matteo Lorenzo Alessio Pablo Álvaro Gonçalo Tiago',
    'Lefèvre Moreau Girard Fontaine Chevalier Rossi Ferrari Conti Marchetti Esposito García_Soler Moreno Ibarra Vidal Ferreira Carvalho Almeida Roussel',
  ),
} satisfies Record<string, Names>;

/** Which name groups a pool draws from; a group listed twice is twice as likely. */
const POOLS: Record<NamePool, readonly (keyof typeof NAMES)[]> = {
  americas: [
    ...(['english', 'english', 'english', 'hispanic', 'hispanic'] as const),
    ...(['africanAmerican', 'southAsian', 'eastAsian', 'african'] as const),
  ],
  northern: ['northern', 'northern', 'northern', 'northern', 'african', 'turkishArabic', 'southAsian'],
  dach: ['german', 'german', 'german', 'german', 'turkishArabic', 'southern', 'southAsian'],
  southern: ['southern', 'southern', 'southern', 'southern', 'turkishArabic', 'african'],
};

/** Draws a full name that is not yet in `taken`, and enters it there. */
export function drawName(prng: Prng, pool: NamePool, taken: Set<string>): string {
  for (;;) {
    const group: Names = NAMES[prng.pick(POOLS[pool])];
    const name = `${prng.pick(group.given)} ${prng.pick(group.family)}`;
    if (taken.has(name)) continue;
    taken.add(name);
    return name;
  }
}

/** `Jürgen de Vries` at `tessaro.example` → `jurgen.devries@tessaro.example`: ASCII only, one dot. */
export function emailOf(name: string, domain: string): string {
  const [given = '', ...family] = [...name]
    .map((letter) => PLAIN[letter] ?? letter)
    .join('')
    .toLowerCase()
    .split(' ');
  return `${given}.${family.join('')}@${domain}`;
}

/** Letters with marks and what they become in an address; a table, so no version of Unicode can change the bytes. */
const PLAIN: Readonly<Record<string, string>> = Object.fromEntries(
  'áa ãa äa åa ée èe êe íi ıi ñn óo öo øo úu üu çc ÁA ÉE'.split(' ').map((pair) => [pair[0]!, pair[1]!]),
);

function names(given: string, family: string): Names {
  return { given: given.split(' '), family: family.split(' ').map((name) => name.replaceAll('_', ' ')) };
}
