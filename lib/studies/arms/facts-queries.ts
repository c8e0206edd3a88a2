import "server-only";
import type { Viewer } from "#lib/auth/viewer.ts";
import { db } from "#lib/db.ts";
import { isVaried } from "#lib/studies/arms/deal.ts";
import { listOthers, type Pools } from "#lib/studies/arms/distractors.ts";
import { differInCases, type Arms } from "#lib/studies/arms/schema.ts";
import { listPools } from "#lib/studies/arms/shown-queries.ts";
import type { Plan } from "#lib/studies/sampling/sampling.ts";
import { kindNameOf } from "#lib/task-kinds/registry.ts";
import { serverKindOf } from "#lib/task-kinds/server-registry.ts";

/** Of the cases of a sample, as far as arms would show them otherwise. */
export type ArmFacts = {
  cases: number;
  /** That can't be shown so: of another kind, or without what would be varied. */
  unfit: number;
  withoutProfiles: number;
  /** By arm: with no more turns than it shows. */
  uncut: number[];
  /** With fewer others in their track than they have options to fill. */
  fewOthers: number;
};

const atOnce = 2000;

/** Undefined where arms show the same cases, or there are none. */
export async function measureArms(
  admin: Viewer<"admin">,
  benchmarkId: number,
  arms: Arms | undefined,
  { cases }: Plan,
): Promise<ArmFacts | undefined> {
  if (!arms || !differInCases(arms.differ)) return undefined;
  const asked = cases.filter(({ stratum }) => isVaried(stratum));
  const pools = arms.differ === "distractors" ? await listPools(admin, benchmarkId, asked) : new Map();
  const facts: ArmFacts = {
    cases: asked.length,
    unfit: 0,
    withoutProfiles: 0,
    fewOthers: 0,
    uncut: arms.arms.map(() => 0),
  };
  for (let from = 0; from < asked.length; from += atOnce) {
    const ids = asked.slice(from, from + atOnce).map(({ versionId }) => versionId);
    const versions = await db.caseVersion.findMany({
      where: { id: { in: ids } },
      select: {
        content: true,
        optionNames: true,
        gold: { select: { choice: true } },
        case: { select: { kind: true, track: { select: { name: true } } } },
      },
    });
    for (const { content, optionNames, gold, case: of } of versions)
      judge(facts, arms, pools, {
        content,
        names: optionNames,
        gold: gold?.choice ?? null,
        kind: of.kind,
        track: of.track.name,
      });
  }
  return facts;
}

type CaseToJudge = { content: unknown; names: string[]; gold: number | null; kind: string; track: string };

function judge(facts: ArmFacts, { differ, arms }: Arms, pools: Pools, one: CaseToJudge): void {
  const { varied, content: schema } = serverKindOf(kindNameOf(one.kind));
  if (!varied) {
    facts.unfit++;
    return;
  }
  const content = schema.parse(one.content);
  if (differ === "profiles" && !varied.hasProfiles(content)) facts.withoutProfiles++;
  if (differ === "distractors") {
    if (one.gold === null) facts.unfit++;
    else if (listOthers(pools, one).length < one.names.length - 1) facts.fewOthers++;
  }
  if (differ !== "context") return;
  const before = varied.countTurnsBefore(content);
  if (before === null) facts.unfit++;
  else
    arms.forEach(({ turns }, arm) => {
      if (turns != null && before <= turns) facts.uncut[arm] = (facts.uncut[arm] ?? 0) + 1;
    });
}
