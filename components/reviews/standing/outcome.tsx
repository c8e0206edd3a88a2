import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { useMeasures } from "#components/reviews/standing/use-measures.ts";
import type { ReviewFigures } from "#lib/reviews/results/review-figures.ts";

type Props = {
  figures: Pick<ReviewFigures, "funnel" | "retention" | "errors">;
  /** Until the review has closed. */
  isInterim: boolean;
};

/** How many cases are kept, and how many errors are left among them: what the review is for. */
export function Outcome({ figures: { funnel, retention, errors }, isInterim }: Props) {
  const t = useTranslations("reviews.standing");
  const { share, whole } = useMeasures();
  const { rate, among, waiting } = errors.accepted;
  return (
    <section aria-labelledby="outcome" className="grid gap-6">
      <div>
        <h2 id="outcome" className="text-xl font-semibold">
          {t("outcome.title")}
        </h2>
        {isInterim && <p className="text-ink-muted">{t("outcome.interim")}</p>}
      </div>
      <div className="grid items-start gap-8 lg:grid-cols-[minmax(0,1fr)_24rem]">
        <Funnel funnel={funnel} />
        <dl className="grid gap-5">
          <Figure
            label={t("outcome.kept")}
            value={share(retention)}
            note={t("outcome.keptOf", { count: whole(retention.count), of: whole(retention.of) })}
          />
          <Figure
            label={t("outcome.errors")}
            value={share(rate)}
            note={t("outcome.errorsOf", { among: whole(among), waiting: whole(waiting) })}
          />
        </dl>
      </div>
    </section>
  );
}

const Figure = ({ label, value, note }: { label: string; value: ReactNode; note: string }) => (
  <div className="border-l-4 border-people pl-4">
    <dt className="text-sm text-ink-muted">{label}</dt>
    <dd className="figures text-lg font-semibold">{value}</dd>
    <dd className="text-sm text-ink-muted">{note}</dd>
  </div>
);

const steps = ["items", "decided", "checked", "corrected", "accepted", "acceptedInBatches"] as const;
/** Beside the way that cases go: told, and not counted on. */
const asides: readonly string[] = ["checked", "corrected"];

function Funnel({ funnel }: { funnel: ReviewFigures["funnel"] }) {
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
          <span className="figures text-right">{whole(funnel[step])}</span>
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
