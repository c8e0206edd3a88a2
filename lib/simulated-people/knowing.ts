import { between, normal } from "#lib/simulated-people/chance.ts";
import type { SimulatedPerson } from "#lib/simulated-people/person.ts";

/** What only the server can tell of a case: which option, by its place for this person, is right, if that is known; and whether it is a check. */
export type Knowledge = {
  option: number | null;
  isCheck: boolean;
  /** Who wrote what stands at each place, where that is what people judge. */
  origins?: readonly string[];
  /** In another language than theirs, in a study that lets them say they can't read it. */
  mayPass?: true;
};

export type Right = Knowledge & { option: number };
export const rightIn = (known: Knowledge | undefined): Right | undefined =>
  known?.option == null ? undefined : { ...known, option: known.option };

const caseSpread = 0.9;

/** Cases differ for everybody alike; a check is plain to whoever reads it. */
export function chanceToBeRight(
  { skill, world, habit }: SimulatedPerson,
  name: string,
  { isCheck }: Pick<Knowledge, "isCheck">,
): number {
  if (isCheck) return habit === "attentive" ? 0.99 : Math.min(0.95, skill + 0.2);
  const logit = Math.log(skill / (1 - skill)) + caseSpread * normal(world, "hardness", name);
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
