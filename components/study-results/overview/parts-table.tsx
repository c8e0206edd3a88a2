import { getTranslations } from "next-intl/server";
import Link from "next/link";
import { resultsPath } from "#components/studies/address.ts";
import { Range, Withheld } from "#components/study-results/overview/figures.tsx";
import { Percent } from "#components/study-results/people/number.tsx";
import { Table } from "#components/ui/table.tsx";
import { findBest, type PartPoints } from "#lib/study-results/overview-types.ts";
import type { StudyRows } from "#lib/study-results/rows.ts";
import { leastForClaim, writeView, type View } from "#lib/study-results/schema.ts";
import type { Compared } from "#lib/study-results/variants.ts";

type Props = {
  rows: StudyRows;
  view: View;
  kind: "tracks" | "strata";
  parts: readonly PartPoints[];
  viewOf: (name: string) => View;
  /** In the order of the parts; null while it is being computed. */
  compared: readonly Compared[] | null;
};

const columns = [
  "answers",
  "cases",
  "participants",
  "share",
  "interval",
  "consensus",
  "chance",
  "best",
  "bestShare",
  "bestInterval",
] as const;

/** People and the best model on each part of the cases; where there is too little of it, the counts alone. */
export async function PartsTable({ rows, view, kind, parts, viewOf, compared }: Props) {
  if (parts.length === 0) return null;
  const t = await getTranslations("resultsOverview.parts");
  const isPending = compared === null;
  const drawn = parts.map(({ name, points: { people, consensus, chance, models } }, i) => {
    const { n, right, accuracy, isClaimable } = people;
    const best = findBest(models)?.best ?? null;
    const isBestShown = best !== null && best.answered >= leastForClaim.cases;
    return {
      id: name,
      cells: {
        name: (
          <Link
            href={resultsPath(rows.study.slug, "overview", writeView(viewOf(name)))}
            className="inline-block min-w-28 wrap-anywhere text-accent underline"
          >
            <bdi>{kind === "strata" ? t(name as "selected" | "control") : name}</bdi>
          </Link>
        ),
        answers: n.answers,
        cases: n.cases,
        participants: n.people,
        share: isClaimable ? (
          <Percent value={accuracy} />
        ) : (
          <Withheld>{t("tooFew", { right, n: n.answers })}</Withheld>
        ),
        interval: isClaimable && <Range interval={compared?.[i]?.people ?? null} isPending={isPending} />,
        consensus: isClaimable && <Percent value={consensus.accuracy} />,
        chance: <Percent value={chance} />,
        best: best && <bdi className="inline-block min-w-32 wrap-anywhere">{best.model}</bdi>,
        bestShare:
          best &&
          (isBestShown ? (
            <Percent value={best.top1} />
          ) : (
            <Withheld>{t("tooFew", { right: best.right ?? 0, n: best.answered })}</Withheld>
          )),
        bestInterval: isBestShown && (
          <Range interval={compared?.[i]?.best?.interval ?? null} isPending={isPending} />
        ),
      },
    };
  });
  return (
    <section className="grid min-w-0 gap-3">
      <h2 className="text-lg font-semibold">{t(kind)}</h2>
      <Table
        caption={t(kind)}
        columns={[
          { key: "name", label: t(kind === "tracks" ? "name" : "stratum") },
          ...columns.map((key) => ({ key, label: t(key, { who: view.who }), numeric: key !== "best" })),
        ]}
        rows={drawn}
      />
    </section>
  );
}
