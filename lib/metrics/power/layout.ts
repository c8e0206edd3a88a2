export type StudyDesign = "same" | "own" | "blocks";

export type LayoutInput = {
  design: StudyDesign;
  people: number;
  casesPerPerson: number;
  /** In "own": how many cases there are to deal from. */
  distinctCases?: number | undefined;
  /** In "blocks": how many people answer each case. */
  ratersPerCase?: number | undefined;
  /** In "blocks": how many of each person's cases everybody gets. */
  linked?: number | undefined;
};

/** Which cases each person answers: every person belongs to a set, every set lists as many cases. */
export type Layout = {
  people: number;
  cases: number;
  answers: number;
  casesPerPerson: number;
  setOf: Int32Array;
  /** One set after the other. */
  setCases: Int32Array;
  peoplePerCase: Int32Array;
};

function countSets({ design, people, ratersPerCase = 1 }: LayoutInput): number {
  return design === "same"
    ? Math.min(1, people)
    : design === "own"
      ? people
      : Math.ceil(people / ratersPerCase);
}

const countLinked = ({ design, linked = 0, casesPerPerson }: LayoutInput): number =>
  design === "blocks" ? Math.min(linked, casesPerPerson) : 0;

export function countDistinctCases(input: LayoutInput): number {
  const linked = countLinked(input);
  const most = linked + countSets(input) * (input.casesPerPerson - linked);
  if (input.design !== "own") return most;
  return Math.min(most, Math.max(input.distinctCases ?? most, input.casesPerPerson));
}

export function layOutAnswers(input: LayoutInput): Layout {
  const { people, casesPerPerson } = input;
  const [sets, cases] = [countSets(input), countDistinctCases(input)];
  const linked = countLinked(input);
  const setOf = Int32Array.from({ length: people }, (_, person) => person % sets);
  // Dealt in turn, so that none is used twice before all were used once; linked ones come first in every set.
  const setCases = Int32Array.from({ length: sets * casesPerPerson }, (_, place) => {
    const [set, at] = [Math.floor(place / casesPerPerson), place % casesPerPerson];
    return at < linked ? at : (place - linked * set) % cases;
  });
  const peoplePerCase = new Int32Array(cases);
  for (const set of setOf)
    for (let k = 0; k < casesPerPerson; k += 1) {
      const one = setCases[set * casesPerPerson + k] as number;
      peoplePerCase[one] = (peoplePerCase[one] as number) + 1;
    }
  return { people, cases, answers: people * casesPerPerson, casesPerPerson, setOf, setCases, peoplePerCase };
}
