import type { Command } from "commander";
import type { Viewer } from "#lib/auth/viewer.ts";
import type { Result } from "#lib/result.ts";
import type { ListedSitting } from "#lib/sittings/watching/list-queries.ts";
import type { Study } from "#lib/studies/queries.ts";
import type { StudyState } from "#lib/studies/schema.ts";
import { confirm, yesOption, type Confirmation } from "#scripts/cli/confirm.ts";
import { withProduct } from "#scripts/cli/database.ts";
import { Refusal, report } from "#scripts/cli/outcome.ts";
import { requireStudy } from "#scripts/cli/study/require.ts";

type Admin = Viewer<"admin">;
const transitions = {
  pause: "nobody new can start; those under way can finish",
  reopen: "people can start again",
  close: "end the study for good; lists unfinished sittings and asks for confirmation",
  archive: "archive a closed study",
} as const;
type Transition = keyof typeof transitions;

export function addTransitions(command: (name: string, about: string) => Command): void {
  for (const [name, about] of Object.entries(transitions)) {
    const one = command(name, about);
    if (name === "close") one.option(...yesOption);
    one
      .option("--json", "print one JSON object")
      .action((slug: string, options: Confirmation) => move(name as Transition, slug, options));
  }
}

async function move(name: Transition, slug: string, options: Confirmation): Promise<void> {
  await withProduct(async (viewer) => {
    const states = await import("#lib/studies/mutations.ts");
    const moves: Record<Transition, (viewer: Admin, slug: string) => Promise<Result<unknown, string>>> = {
      pause: states.pauseStudy,
      reopen: states.reopenStudy,
      close: states.closeStudy,
      archive: states.archiveStudy,
    };
    const before = await requireStudy(viewer, slug);
    const closing = name === "close" ? await confirmClosing(viewer, before, options) : null;
    const moved = await moves[name](viewer, slug);
    const { state } = await requireStudy(viewer, slug);
    if (!moved.ok) throw new Refusal(`${slug} is ${state}: ${name} is not possible from there`);
    report(options.json, { slug, state, ...closing?.facts }, [
      `${slug} is ${state}: ${meaning[state]}`,
      ...(closing?.lines ?? []),
    ]);
  });
}

/** What it is for whoever is in the middle, told before, and once more when it is done. */
async function confirmClosing(viewer: Admin, { id, slug, title, state }: Study, options: Confirmation) {
  const { isRunning } = await import("#lib/studies/schema.ts");
  const { listSittings } = await import("#lib/sittings/watching/list-queries.ts");
  if (!isRunning(state)) return null;
  const { total, sittings } = await listSittings(viewer, id, { filter: "unfinished" });
  const underWay = [
    countUnderWay(total),
    ...sittings.map(formatSitting),
    ...(total > sittings.length ? [`  and ${total - sittings.length} more`] : []),
  ];
  await confirm(options, {
    name: slug,
    means: [
      `this closes ${slug}, ${JSON.stringify(title)}, for good: no more answers are taken`,
      ...underWay,
      ...(total > 0 ? ["what they answered so far is kept; their sittings stay incomplete"] : []),
      `to keep only new people out: \`study pause ${slug}\``,
    ],
  });
  return { facts: { underWay: total }, lines: total > 0 ? underWay : [] };
}

function countUnderWay(count: number): string {
  if (count === 0) return "no sitting is unfinished";
  return count === 1 ? "1 sitting is unfinished:" : `${count} sittings are unfinished:`;
}

function formatSitting(sitting: ListedSitting): string {
  const { number, code, at, cases, isSimulated, isDroppedOut } = sitting;
  const seenAt = sitting.lastSeenAt ?? sitting.startedAt;
  return [
    `  participant ${number}${code ? ` (${code})` : ""}${isSimulated ? ", simulated" : ""}`,
    at === null ? `all ${cases} cases answered, not handed in` : `at case ${at} of ${cases}`,
    ...(seenAt ? [`last seen ${seenAt.toISOString()}`] : []),
    ...(isDroppedOut ? ["dropped out"] : []),
  ].join(", ");
}

export const meaning: Readonly<Record<StudyState, string>> = {
  draft: "it is being prepared",
  open: "people can start",
  paused: transitions.pause,
  closed: "no more answers are taken; what was answered is kept",
  archived: "closed and archived",
};
