import { z } from "zod";
import type { Flag } from "#lib/study-results/people/flags.ts";
import type { PersonFigures } from "#lib/study-results/people/people.ts";
import type { StudyRows } from "#lib/study-results/rows/rows.ts";
import { one } from "#lib/study-results/schema.ts";

export const peopleFilters = ["all", "counted", "excluded", "flagged"] as const;
export type PeopleFilter = (typeof peopleFilters)[number];

export const peopleColumns = [
  "number",
  "cohort",
  "accuracy",
  "answered",
  "passed",
  "time",
  "changes",
  "confidence",
  "checks",
  "flags",
] as const;
export type PeopleColumn = (typeof peopleColumns)[number];

export const peoplePerPage = 50;

const query = z.object({
  show: z.preprocess(one, z.enum(peopleFilters)).catch("all"),
  /** A minus in front means largest first. */
  sort: z.preprocess(one, z.string().regex(new RegExp(`^-?(${peopleColumns.join("|")})$`))).catch("number"),
  page: z.preprocess(one, z.coerce.number().pipe(z.int().min(1).max(100_000))).catch(1),
});
export type PeopleQuery = z.output<typeof query>;

export const readPeopleQuery = (asked: Readonly<Record<string, unknown>>): PeopleQuery => query.parse(asked);

/** Added to the part of the address that says the view. */
export function addPeopleQuery(view: URLSearchParams, { show, sort, page }: PeopleQuery): URLSearchParams {
  const added = new URLSearchParams(view);
  if (show !== "all") added.set("show", show);
  if (sort !== "number") added.set("sort", sort);
  if (page > 1) added.set("page", String(page));
  return added;
}

export function parseSort(sort: string): { column: PeopleColumn; descending: boolean } {
  const descending = sort.startsWith("-");
  return { column: (descending ? sort.slice(1) : sort) as PeopleColumn, descending };
}

export type ListedPerson = PersonFigures & { flags: readonly Flag[] };
export type PeoplePage = {
  people: readonly ListedPerson[];
  /** How many each filter would show. */
  counts: Readonly<Record<PeopleFilter, number>>;
  page: number;
  pages: number;
};

export function listPeople(
  rows: StudyRows,
  people: readonly PersonFigures[],
  flags: ReadonlyMap<number, readonly Flag[]>,
  { show, sort, page: asked }: PeopleQuery,
): PeoplePage {
  const all = people.map((person): ListedPerson => ({ ...person, flags: flags.get(person.index) ?? [] }));
  const isShown: Record<PeopleFilter, (person: ListedPerson) => boolean> = {
    all: () => true,
    counted: (person) => person.isCounted && person.n > 0,
    excluded: ({ index }) => (rows.people[index]?.exclusions.length ?? 0) > 0,
    flagged: (person) => person.flags.length > 0,
  };
  const counts = Object.fromEntries(
    peopleFilters.map((filter) => [filter, all.filter(isShown[filter]).length]),
  ) as PeoplePage["counts"];
  const shown = sortPeople(rows, all.filter(isShown[show]), sort);
  const pages = Math.max(1, Math.ceil(shown.length / peoplePerPage));
  const page = Math.min(asked, pages);
  return { people: shown.slice((page - 1) * peoplePerPage, page * peoplePerPage), counts, page, pages };
}

/** Those without the figure come last whichever way round; those alike stay in the order of their numbers. */
function sortPeople(rows: StudyRows, people: readonly ListedPerson[], sort: string): ListedPerson[] {
  const { column, descending } = parseSort(sort);
  const numberOf = (listed: ListedPerson) => rows.people[listed.index]?.number ?? 0;
  const values = new Map(people.map((listed) => [listed, valueOf(rows, listed, column)]));
  return people.toSorted((a, b) => {
    const [one, other] = [values.get(a) ?? null, values.get(b) ?? null];
    if (one === null || other === null)
      return Number(one === null) - Number(other === null) || numberOf(a) - numberOf(b);
    const order =
      typeof one === "number" && typeof other === "number"
        ? one - other
        : collator.compare(String(one), String(other));
    return (descending ? -order : order) || numberOf(a) - numberOf(b);
  });
}

const collator = new Intl.Collator("en", { numeric: true });

function valueOf(rows: StudyRows, listed: ListedPerson, column: PeopleColumn): number | string | null {
  const person = rows.people[listed.index];
  switch (column) {
    case "number":
      return person?.number ?? null;
    case "cohort":
      return person?.cohort ?? null;
    case "accuracy":
      return listed.accuracy;
    case "answered":
      return listed.n;
    case "passed":
      return person?.passed ?? null;
    case "time":
      return listed.activeMs;
    case "changes":
      return listed.n === 0 ? null : listed.changes;
    case "confidence":
      return listed.confidence?.overconfidence ?? null;
    case "checks":
      return person && person.checks.failed + person.checks.passed > 0 ? person.checks.failed : null;
    case "flags":
      return listed.flags.length;
  }
}
