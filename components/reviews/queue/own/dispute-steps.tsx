import { getFormatter, getTranslations } from "next-intl/server";
import type { DisputeStep } from "#lib/reviews/checking/dispute.ts";

/** What was said about a check, step after step. Nobody is named. */
export async function DisputeSteps({ steps }: { steps: readonly DisputeStep[] }) {
  const [t, format] = [await getTranslations("queue.mine"), await getFormatter()];
  return (
    <ol role="list" className="grid gap-3 border-l-4 border-line pl-4 text-base">
      {steps.map(({ step, stands, words, at }) => (
        <li key={step}>
          <p className="text-sm text-ink-muted">
            {t(`steps.${step}`)} · {format.dateTime(at, { dateStyle: "medium", timeStyle: "short" })}
          </p>
          {stands !== null && <p>{t(stands ? "stands" : "falls")}</p>}
          {words && <p className="whitespace-pre-line wrap-anywhere">{words}</p>}
        </li>
      ))}
    </ol>
  );
}
