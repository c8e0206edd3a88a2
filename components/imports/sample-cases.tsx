import { getTranslations } from "next-intl/server";
import { ReadCase } from "#components/task-kinds/read-case.tsx";
import { messagesForReading } from "#components/task-kinds/words.ts";
import en from "#lib/i18n/messages/en.json" with { type: "json" };
import type { SampleCase } from "#lib/benchmarks/case-files/case-report.ts";
import { isAsked } from "#lib/task-kinds/case-kinds.ts";
import { serverKindOf } from "#lib/task-kinds/server-registry.ts";

/** Some of the cases that were checked, by what participants read them with; which answer is right stands nowhere. */
export async function SampleCases({ samples }: { samples: readonly SampleCase[] }) {
  const t = await getTranslations("imports.samples");
  if (samples.length === 0) return null;
  const hasOrders = samples.some(({ kind }) => isAsked(kind) && serverKindOf(kind).ordersOptions);
  return (
    <section aria-labelledby="samples" className="grid min-w-0 gap-3">
      <h3 id="samples" className="text-xl font-semibold">
        {t("title", { count: samples.length })}
      </h3>
      {hasOrders && <p className="measure text-ink-muted">{t("about")}</p>}
      {samples.map(({ track, kind, language, content, names }, index) => (
        <details
          key={index}
          open={index === 0}
          className="min-w-0 rounded-lg border border-line bg-surface px-4 py-2 sm:px-6"
        >
          <summary className="target cursor-pointer py-1 font-medium">
            {t.rich("case", { number: index + 1, track: () => <bdi>{track}</bdi> })}
          </summary>
          <div className="py-3">
            <ReadCase
              kind={kind}
              content={content}
              names={names}
              language={language}
              words={messagesForReading(kind, en)}
            />
          </div>
        </details>
      ))}
    </section>
  );
}
