import { getFormatter, getTranslations } from "next-intl/server";
import type { TemplateVersion } from "#lib/prompt-templates/queries.ts";

/** All that was ever saved, newest first; the texts are folded away. */
export async function VersionList({ versions }: { versions: readonly TemplateVersion[] }) {
  const t = await getTranslations("promptTemplates.versions");
  const format = await getFormatter();
  return (
    <section aria-labelledby="versions" className="grid gap-3">
      <h3 id="versions" className="text-lg font-semibold">
        {t("title")}
      </h3>
      {versions.map(({ id, number, text, sha256, by, createdAt, runs }) => {
        const when = format.dateTime(createdAt, { dateStyle: "medium", timeStyle: "short" });
        return (
          <details key={id} className="min-w-0 rounded-lg border border-line bg-raised px-4 py-1">
            <summary className="target flex cursor-pointer flex-wrap items-center gap-x-3">
              <span className="font-semibold text-accent underline">{t("number", { number })}</span>
              <span className="text-sm text-ink-muted">
                {by === null ? t("byNobody", { when }) : t.rich("by", { when, name: () => <bdi>{by}</bdi> })}
              </span>
              <span className="text-sm text-ink-muted">{t("runs", { count: runs })}</span>
            </summary>
            <div className="grid gap-2 pt-1 pb-3">
              <p className="text-sm wrap-anywhere text-ink-muted">
                {t("sha256")} <code className="font-mono">{sha256}</code>
              </p>
              <p className="font-mono text-sm whitespace-pre-wrap wrap-anywhere [unicode-bidi:plaintext]">
                {text}
              </p>
            </div>
          </details>
        );
      })}
    </section>
  );
}
