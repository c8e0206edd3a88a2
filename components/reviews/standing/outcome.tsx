import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { useMeasures } from "#components/reviews/standing/use-measures.ts";
import { Link } from "#components/ui/link.tsx";
import { Table } from "#components/ui/table/table.tsx";
import { reviewPath } from "#lib/paths.ts";
import { areAllChecked, type ReviewFigures } from "#lib/reviews/results/review-figures.ts";
import { itemsPath } from "#lib/reviews/results/schema.ts";

type Props = {
  slug: string;
  figures: Pick<ReviewFigures, "funnel" | "retention" | "errors">;
  /** Until the review has closed. */
  isInterim: boolean;
};

/** How many cases are kept, and how many errors are left among them: what the review is for. */
export function Outcome({ slug, figures: { funnel, retention, errors }, isInterim }: Props) {
  const t = useTranslations("reviews.standing");
  const { share, whole } = useMeasures();
  return (
    <section aria-labelledby="outcome" className="grid gap-6">
      <div>
        <h2 id="outcome" className="text-xl font-semibold">
          {t("outcome.title")}
        </h2>
        {isInterim && <p className="text-ink-muted">{t("outcome.interim")}</p>}
      </div>
      <div className="grid items-start gap-8 lg:grid-cols-[minmax(0,1fr)_24rem]">
        <Funnel slug={slug} funnel={funnel} />
        <dl className="grid gap-5">
          <Figure
            label={t("outcome.kept")}
            value={share(retention)}
            notes={[t("outcome.keptOf", { count: whole(retention.count), of: whole(retention.of) })]}
          />
          <Errors label="errors" of="errorsOf" errors={errors.accepted} />
          <Errors label="wrongly" of="wronglyOf" errors={errors.rejected} />
        </dl>
      </div>
    </section>
  );
}

type ErrorsProps = {
  label: "errors" | "wrongly";
  of: "errorsOf" | "wronglyOf";
  errors: ReviewFigures["errors"]["accepted"];
};

function Errors({ label, of, errors }: ErrorsProps) {
  const t = useTranslations("reviews.standing.outcome");
  const { share, whole, percent } = useMeasures();
  const { rate, corrected, among, waiting, remaining } = errors;
  const { audited, missed, missRate } = remaining;
  const isAllChecked = areAllChecked(errors);
  const isCorrected = corrected.value !== null;
  const notes = [
    t(isAllChecked ? "allChecked" : of, { among: whole(among) }),
    ...(isCorrected
      ? [
          t("missed", {
            audited: whole(audited),
            missed: whole(missed),
            rate: missRate === null ? "none" : percent(missRate, 0),
          }),
          t("uncorrected", { share: isAllChecked ? "none" : share(rate, 2) }),
        ]
      : rate.value === null
        ? []
        : [t("ifRight")]),
    ...(waiting > 0 ? [t("moreWait", { waiting })] : []),
  ];
  // Few are left, so that a tenth of a per cent is too coarse.
  const value = isAllChecked && !isCorrected ? t("noneLeft") : share(isCorrected ? corrected : rate, 2);
  return <Figure label={t(label)} value={value} notes={notes} />;
}

type FigureProps = { label: string; value: ReactNode; notes: readonly string[] };

const Figure = ({ label, value, notes }: FigureProps) => (
  <div className="border-l-4 border-people pl-4">
    <dt className="text-sm text-ink-muted">{label}</dt>
    <dd className="figures text-lg font-semibold">{value}</dd>
    {notes.map((note) => (
      <dd key={note} className="text-sm text-ink-muted">
        {note}
      </dd>
    ))}
  </div>
);

const steps = ["items", "decided", "checked", "corrected", "accepted", "acceptedInBatches"] as const;
/** Beside the way that cases go: told, and not counted on. */
const asides: readonly string[] = ["checked", "corrected"];

/** Where the cases are that a step counts. */
const behind = {
  items: (slug) => itemsPath(slug, {}),
  decided: null,
  checked: null,
  corrected: (slug) => itemsPath(slug, { standing: "corrected" }),
  accepted: (slug) => itemsPath(slug, { outcome: "accepted" }),
  acceptedInBatches: (slug) => reviewPath(slug, "batches"),
} as const satisfies Record<(typeof steps)[number], ((slug: string) => string) | null>;

function Funnel({ slug, funnel }: { slug: string; funnel: ReviewFigures["funnel"] }) {
  const t = useTranslations("reviews.standing.funnel");
  const { whole } = useMeasures();
  return (
    <ol role="list" aria-label={t("title")} className="grid gap-2">
      {steps.map((step) => (
        <li key={step} className="grid grid-cols-[9rem_minmax(0,1fr)_5rem] items-center gap-3">
          <span className={asides.includes(step) ? "pl-4 text-sm text-ink-muted" : "font-medium"}>
            {t(step)}
          </span>
          <span aria-hidden className="h-4 rounded-xs bg-sunken forced-color-adjust-none">
            <span
              className={`block h-full rounded-xs ${asides.includes(step) ? "bg-edge" : "bg-people"}`}
              style={{ width: `${(100 * funnel[step]) / Math.max(1, funnel.items)}%` }}
            />
          </span>
          <span className="figures text-right">
            {behind[step] ? (
              <Link href={behind[step](slug)} className="target text-accent underline">
                {whole(funnel[step])}
              </Link>
            ) : (
              whole(funnel[step])
            )}
          </span>
        </li>
      ))}
      <li className="text-sm text-ink-muted">
        {t("rest", {
          rejected: whole(funnel.rejected),
          waiting: whole(funnel.waiting),
          accepted: whole(funnel.acceptedBatches),
          batches: whole(funnel.batches),
        })}
      </li>
    </ol>
  );
}

/** Each with what it is called. */
export type NamedKinds = readonly (ReviewFigures["reasons"][number] & { words: string })[];

/** Why cases are rejected in the end, and what reviewers found wrong. */
export function Kinds({
  slug,
  reasons,
  errorTypes,
}: {
  slug: string;
  reasons: NamedKinds;
  errorTypes: NamedKinds;
}) {
  const t = useTranslations("reviews.standing.kinds");
  return (
    <section aria-labelledby="kinds" className="grid gap-4 border-t border-line pt-6">
      <h2 id="kinds" className="text-xl font-semibold">
        {t("title")}
      </h2>
      <div className="grid items-start gap-8 xl:grid-cols-2">
        <KindTable
          title={t("reasons")}
          share={t("ofDecided")}
          kinds={reasons}
          addressOf={(reason) => itemsPath(slug, { reason })}
        />
        <KindTable
          title={t("errorTypes")}
          share={t("ofErrors")}
          kinds={errorTypes}
          addressOf={(error) => itemsPath(slug, { error })}
        />
      </div>
    </section>
  );
}

type TableProps = {
  title: string;
  share: string;
  kinds: NamedKinds;
  /** Of the items behind a count. */
  addressOf: (kind: string) => string;
};

function KindTable({ title, share: label, kinds, addressOf }: TableProps) {
  const t = useTranslations("reviews.standing.kinds");
  const { shareCell, whole } = useMeasures();
  return (
    <Table
      caption={title}
      columns={[
        { key: "kind", label: title, atLeast: 36 },
        { key: "count", label: t("count"), numeric: true },
        { key: "share", label, numeric: true },
      ]}
      rows={kinds.map(({ kind, words, share: of }) => ({
        id: kind,
        cells: { kind: { text: words, href: addressOf(kind) }, count: whole(of.count), share: shareCell(of) },
      }))}
    />
  );
}
