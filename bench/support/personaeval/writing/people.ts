import type { Random } from "#bench/support/personaeval/writing/random.ts";
import type { Language } from "#bench/support/personaeval/writing/prose.ts";
import {
  chineseFamilyNames,
  chineseGivenNames,
  chineseTitles,
} from "#bench/support/personaeval/writing/words-chinese.ts";
import { familyNames, givenNames, titles } from "#bench/support/personaeval/writing/words-english.ts";

export const levels = ["Child", "Teen", "College Student", "Graduate Student", "Expert"] as const;

/** Names that a reader of CSV may take for nothing, or a spreadsheet for a formula. */
export const trapNames = ["NA", "null", "=1+1"] as const;

function plainName(random: Random, language: Language): string {
  return language === "zh"
    ? random.pick(chineseFamilyNames) + random.pick(chineseGivenNames)
    : `${random.pick(givenNames)} ${random.pick(familyNames)}`;
}

/** Somebody whose name nearly is the given one: the same family, a title, a short form. */
function nearName(random: Random, language: Language, name: string): string {
  if (language === "zh")
    return random.pick([
      name.length > 2 ? name.slice(1) : `大${name}`,
      `${name}（年轻时）`,
      random.pick(chineseTitles) + name.charAt(0),
    ]);
  const family = name.split(" ").at(-1) ?? name;
  return random.pick([
    `${random.pick(titles)} ${name}`,
    `${random.pick(titles)} ${family}`,
    `${name}, the younger`,
    `${random.pick(givenNames)} ${family}`,
  ]);
}

/** Commas, brackets and quotation marks in names. */
function dressName(random: Random, language: Language, name: string): string {
  if (language === "zh") return random.pick([`${name} [掌柜]`, `${name}（船工）`, `“${name}”`]);
  const [given = "", family = ""] = name.split(" ");
  return random.pick([
    `${name} [the elder]`,
    `${given} "Red" ${family}`,
    `${family}, ${given}`,
    `${name} (tenant)`,
    `${given} O'${family}`,
  ]);
}

/** As many different names as asked for. */
export function makeNames(random: Random, language: Language, count: number): string[] {
  const names: string[] = [];
  if (random.chance(0.002)) names.push(random.pick(trapNames));
  while (names.length < count) {
    const last = names.at(-1);
    const plain = plainName(random, language);
    const kind = random.next();
    const name =
      last !== undefined && kind < 0.12
        ? nearName(random, language, last)
        : kind < 0.16
          ? dressName(random, language, plain)
          : plain;
    if (!names.includes(name)) names.push(name);
  }
  const at = random.below(count);
  const [first = "", other = ""] = [names[0], names[at]];
  names[0] = other;
  names[at] = first;
  return names;
}
