import type { AppConfig } from "next-intl";
import { indented, type TakenKind } from "#lib/task-kinds/own-data.ts";
import {
  itemsOf,
  ofTraits,
  traitNames,
  type TraitName,
  type TraitsValue,
} from "#lib/task-kinds/traits/profile.ts";
import type { ShownTraits } from "#lib/task-kinds/traits/schema.ts";

const levels = ["low", "neutral", "high"] as const;
type ToldLevel = (typeof levels)[number] | null;
type ToldCase = { items: readonly string[] };
type ToldTraits = { traits: Readonly<Record<TraitName, ToldLevel>> };
/** With those that only this kind has. */
type Words = AppConfig["Messages"]["ownData"]["file"] &
  AppConfig["Messages"]["taskKinds"]["traits"]["ownData"]["file"];

export const takenTraits: TakenKind<ShownTraits, TraitsValue, ToldCase, ToldTraits> = {
  tellCase: (content) => ({ items: itemsOf(content) }),
  tellAnswer({ openness, conscientiousness, extraversion, agreeableness, neuroticism, ...rest }) {
    const given = { openness, conscientiousness, extraversion, agreeableness, neuroticism };
    return { ...rest, traits: ofTraits((name) => (given[name] === null ? null : levels[given[name]])) };
  },
  writeCase: ({ items }) => items.flatMap((text, at) => [...(at === 0 ? [] : [""]), ...indented(text)]),
  writeDecision({ traits }, given) {
    const words = given as Words;
    const said = traitNames.flatMap((name) => {
      const level = traits[name];
      return level === null ? [] : [`${words.traits[name]}: ${words.levels[level]}`];
    });
    return said.length === 0 ? words.nothing : said.join("; ");
  },
  writeParts: () => [],
};
