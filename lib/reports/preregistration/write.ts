import {
  describeExclusions,
  describeMissing,
  describePower,
  describeStopping,
  listAnalyses,
} from "#lib/reports/preregistration/analysis.ts";
import { describeComparator, listHypotheses } from "#lib/reports/preregistration/claims.ts";
import { p, type Planned } from "#lib/reports/preregistration/planned.ts";
import { describeCases, describeParticipants } from "#lib/reports/preregistration/sample.ts";
import { escapeMarkdown } from "#lib/reports/markdown.ts";
import { writeDate } from "#lib/reports/words.ts";
import { rules } from "#lib/study-results/rules.ts";

export const preregistrationFormats = ["md", "text"] as const;
export type PreregistrationFormat = (typeof preregistrationFormats)[number];

type Section = { heading: string; items: string[] };

const sections = {
  hypotheses: listHypotheses,
  comparator: describeComparator,
  cases: describeCases,
  participants: describeParticipants,
  exclusions: describeExclusions,
  missing: describeMissing,
  stopping: describeStopping,
  analyses: listAnalyses,
  power: describePower,
  exploratory: ({ plan: { task } }: Planned) =>
    task.hasRight ? [p("exploratory.rest"), p("exploratory.contrast")] : [p("judged.exploratory")],
} as const;

/** What a registry is given: the same plan says the same, to the byte. */
export function writePreregistration(planned: Planned, format: PreregistrationFormat): string {
  const title = p("title", { title: planned.title });
  const head = describeState(planned);
  const listed = Object.entries(sections).map(([key, describe]): Section => ({
    heading: p(`headings.${key as keyof typeof sections}`),
    items: describe(planned),
  }));
  return format === "md" ? writeMarkdown(title, head, listed) : writeText(title, head, listed);
}

function describeState({ frozen, slug }: Planned): string[] {
  const state = frozen
    ? p("frozen", {
        slug,
        hash: frozen.hash,
        software: frozen.software,
        date: writeDate(frozen.at),
        time: frozen.at.toISOString().slice(11, 16),
      })
    : p("draft", { slug });
  return [state, p("rules", { rules })];
}

const writeMarkdown = (title: string, head: readonly string[], listed: readonly Section[]): string =>
  [
    `# ${escapeMarkdown(title)}`,
    ...head.map(escapeMarkdown),
    ...listed.flatMap(({ heading, items }) => [
      `## ${heading}`,
      items.map((item) => `* ${escapeMarkdown(item)}`).join("\n"),
    ]),
  ]
    .join("\n\n")
    .concat("\n");

/** For forms that show Markdown as it is written. */
const writeText = (title: string, head: readonly string[], listed: readonly Section[]): string =>
  [
    onOneLine(title),
    ...head.map(onOneLine),
    ...listed.flatMap(({ heading, items }) => [
      heading.toUpperCase(),
      items.map((item) => `- ${onOneLine(item)}`).join("\n"),
    ]),
  ]
    .join("\n\n")
    .concat("\n");

const onOneLine = (text: string): string => text.replace(/\s+/g, " ");
