import { deriveSeed, orderBySeed } from "#lib/seeds/seeded-order.ts";
import { between, draw, normal } from "#lib/simulated-people/chance.ts";
import type { Locale } from "#lib/i18n/locale.ts";

export const habits = ["attentive", "hasty", "straight_lining", "position_bias"] as const;
export type Habit = (typeof habits)[number];

/** Somebody made up: what they do follows from this alone. */
export type SimulatedPerson = {
  /** The first is 1. */
  number: number;
  /** Of everybody in the same simulation: which cases are hard, which wrong answer tempts. */
  world: bigint;
  /** Of this one. */
  seed: bigint;
  habit: Habit;
  /** The chance to find the right answer of an average case. */
  skill: number;
  /** 1: reads at a usual pace; 2: twice as fast. */
  speed: number;
  /** From 0 to 1: looks again, gives reasons, marks cases. */
  care: number;
  language: Locale;
  /** After which share of its cases it leaves for good; null: stays to the end. */
  leavesAfter: number | null;
};

type Character = { skill: Range; speed: Range; care: Range };
type Range = readonly [least: number, most: number];

const characters: Readonly<Record<Habit, Character>> = {
  attentive: { skill: [0.78, 0.93], speed: [1.1, 1.9], care: [0.6, 1] },
  hasty: { skill: [0.4, 0.6], speed: [2, 4], care: [0, 0.3] },
  straight_lining: { skill: [0.25, 0.3], speed: [4, 8], care: [0, 0.1] },
  position_bias: { skill: [0.72, 0.86], speed: [1.4, 2.2], care: [0.3, 0.6] },
};

// Of twenty in a row these are exactly so many, so that a small study has some of each.
const twenty: readonly (readonly [Habit, number])[] = [
  ["attentive", 13],
  ["hasty", 3],
  ["straight_lining", 1],
  ["position_bias", 3],
];
const leavers = 2;
const chinese = 4;

/** The same seed, the same person: however many there are, and on any machine. */
export function makePerson(seed: number | bigint, number: number): SimulatedPerson {
  const [world, own] = [deriveSeed(seed, "world"), deriveSeed(seed, "person", number)];
  const group = Math.floor((number - 1) / 20);
  const placeAmong = (purpose: string) =>
    orderBySeed(
      Array.from({ length: 20 }, (_, i) => i),
      seed,
      (i) => `${purpose}\n${group}\n${i}`,
    ).indexOf((number - 1) % 20);
  const habit =
    twenty.flatMap(([name, count]) => Array<Habit>(count).fill(name))[placeAmong("habit")] ?? "attentive";
  const drawn = (name: keyof Character) => between(...characters[habit][name], own, name);
  return {
    number,
    world,
    seed: own,
    habit,
    skill: drawn("skill"),
    speed: drawn("speed"),
    care: drawn("care"),
    language: placeAmong("language") < chinese ? "zh-CN" : "en",
    leavesAfter: placeAmong("leaving") < leavers ? 0.2 + 0.6 * draw(own, "leaves after") : null,
  };
}

export const makePeople = (seed: number | bigint, count: number): SimulatedPerson[] =>
  Array.from({ length: count }, (_, i) => makePerson(seed, i + 1));

/** What only the server can tell of a case: which option, by its place for this person, is right, if that is known; and whether it is a check. */
export type Knowledge = {
  option: number | null;
  isCheck: boolean;
  /** Who wrote what stands at each place, where that is what people judge. */
  origins?: readonly string[];
  /** In another language than theirs, in a study that lets them say they can't read it. */
  mayPass?: true;
  /** Their arm keeps something from them. */
  lacksPart?: true;
  /** Of a made-up text: how good it was written to be, from 0 to 1. */
  intended?: number;
};

export type Right = Knowledge & { option: number };
export const rightIn = (known: Knowledge | undefined): Right | undefined =>
  known?.option == null ? undefined : { ...known, option: known.option };

// Some cases mislead nearly everybody: else a majority of twenty would always be right.
const caseSpread = 3;
/** In log-odds: how much harder a case is when an arm keeps its context or its profiles from people. */
const lackingPart = 2.5;
/** What keeps a person's mean over all cases at their skill, whatever the spread. */
const flattening = Math.sqrt(1 + (Math.PI / 8) * caseSpread ** 2);

/** Cases differ for everybody alike; a check is plain to whoever reads it. */
export function chanceToBeRight(
  { skill, world, habit }: SimulatedPerson,
  name: string,
  { isCheck, lacksPart }: Pick<Knowledge, "isCheck" | "lacksPart">,
): number {
  if (isCheck) return habit === "attentive" ? 0.99 : Math.min(0.95, skill + 0.2);
  const known = flattening * Math.log(skill / (1 - skill)) + caseSpread * normal(world, "hardness", name);
  const logit = lacksPart ? known - lackingPart : known;
  return 1 / (1 + Math.exp(-logit));
}

/** The careful are about as sure as they are right; the hasty surer than that. */
export function feelSure({ seed, habit }: SimulatedPerson, name: string, isWrong: boolean): number {
  const share = (least: number, most: number) => between(least, most, seed, "sureness", name);
  const felt = {
    attentive: () => (isWrong ? share(0.4, 0.8) : share(0.7, 1)),
    position_bias: () => share(0.5, 0.9),
    hasty: () => share(0.75, 1),
    straight_lining: () => 0.5,
  }[habit]();
  return Math.round(felt * 100) / 100;
}
