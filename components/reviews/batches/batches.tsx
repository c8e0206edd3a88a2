import { useTranslations, useFormatter } from "next-intl";
import { SettleBatch } from "#components/reviews/batches/settle-batch.tsx";
import { useMeasures } from "#components/reviews/standing/use-measures.ts";
import { Link } from "#components/ui/link.tsx";
import { Table } from "#components/ui/table/table.tsx";
import { reviewPath } from "#lib/paths.ts";
import type { Batch, ReturnCosts } from "#lib/reviews/batches/schema.ts";
import { itemsPath } from "#lib/reviews/results/schema.ts";

const counts = ["items", "decided", "accepted", "drawn", "checked", "wrong", "disputes"] as const;

/** Where each batch stands; its number leads to what can be done with it. */
export function BatchTable({
  slug,
  batches,
  page,
  isClosed,
}: {
  slug: string;
  batches: readonly Batch[];
  page: number;
  isClosed: boolean;
}) {
  const t = useTranslations("reviews.batches");
  const { whole } = useMeasures();
  return (
    <Table
      caption={t("caption")}
      columns={[
        { key: "number", label: t("columns.number") },
        { key: "state", label: t("columns.state") },
        { key: "round", label: t("columns.round"), numeric: true },
        ...counts.map((key) => ({ key, label: t(`columns.${key}`), numeric: true })),
      ]}
      rows={batches.map((batch) => ({
        id: String(batch.number),
        cells: {
          number: {
            text: t("batch", { number: batch.number }),
            href: `${reviewPath(slug, "batches")}?page=${page}&batch=${batch.number}#batch`,
          },
          state: {
            badge: t(`states.${standingOf(batch, isClosed)}`),
            tone: tones[standingOf(batch, isClosed)],
          },
          round: whole(batch.round),
          ...Object.fromEntries(counts.map((key) => [key, whole(batch[key])])),
        },
      }))}
    />
  );
}

const tones = { accepted: "success", ready: "info", working: "neutral", lost: "warning" } as const;

/** Whether all that is needed to accept it has been said; in a closed review nothing of it is kept. */
function standingOf(
  { state, items, decided, drawn, checked, disputes }: Batch,
  isClosed: boolean,
): keyof typeof tones {
  if (state === "accepted") return "accepted";
  if (isClosed) return "lost";
  return items === decided && drawn === checked && disputes === 0 ? "ready" : "working";
}

type Props = {
  slug: string;
  batch: Batch;
  costs: ReturnCosts;
  /** What each type of error is called. */
  words: ReadonlyMap<string, string>;
  isClosed: boolean;
};

const lefts = ["waiting", "checks", "disputes"] as const;

/** One batch: what was found wrong in it, what became of it before, and accepting or returning it. */
export function BatchDetail({ slug, batch, costs, words, isClosed }: Props) {
  const t = useTranslations("reviews.batches");
  const { whole } = useMeasures();
  const { number, round, items, decided, drawn, checked, disputes, errors, state } = batch;
  const format = useFormatter();
  const missing = { waiting: items - decided, checks: drawn - checked, disputes };
  const left = lefts.flatMap((what) =>
    missing[what] === 0 ? [] : t(`left.${what}`, { count: missing[what] }),
  );
  return (
    <section aria-labelledby="batch" className="grid gap-4 border-t border-line pt-6">
      <h2 id="batch" className="scroll-mt-20 text-xl font-semibold">
        {t("batch", { number })}
      </h2>
      <p>{t(`means.${standingOf(batch, isClosed)}`, { left: format.list(left) })}</p>
      <p>
        <Link href={itemsPath(slug, { batch: number })} className="target text-accent underline">
          {t("cases")}
        </Link>
      </p>
      {Object.keys(errors).length > 0 && (
        <div>
          <h3 className="font-medium">{t("errors")}</h3>
          <ul className="grid list-disc gap-1 pl-5">
            {Object.entries(errors).map(([key, count]) => (
              <li key={key}>{t("error", { words: words.get(key) ?? key, count })}</li>
            ))}
          </ul>
        </div>
      )}
      <Outcomes outcomes={batch.outcomes} />
      {!isClosed && state === "open" && (
        <SettleBatch
          slug={slug}
          number={number}
          round={round}
          isReady={standingOf(batch, isClosed) === "ready"}
          costs={{ decisions: whole(costs.decisions), checks: whole(Math.round(costs.checks)) }}
        />
      )}
    </section>
  );
}

function Outcomes({ outcomes }: Pick<Batch, "outcomes">) {
  const t = useTranslations("reviews.batches");
  const format = useFormatter();
  if (outcomes.length === 0) return null;
  return (
    <ol className="grid gap-2">
      {outcomes.map(({ round, outcome, by, words, at }) => (
        <li key={round} className="border-l-4 border-line pl-4">
          <p>
            {t(`outcomes.${outcome}`, {
              round,
              by: by || t("outcomes.nobody"),
              at: format.dateTime(at, { dateStyle: "medium", timeStyle: "short" }),
            })}
          </p>
          {words !== "" && <p className="measure whitespace-pre-line text-ink-muted">{words}</p>}
        </li>
      ))}
    </ol>
  );
}
