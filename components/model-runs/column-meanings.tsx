import { getTranslations } from "next-intl/server";

export async function ColumnMeanings({ keys }: { keys: readonly string[] }) {
  const t = await getTranslations("runs");
  return (
    <details className="measure mt-4 text-ink-muted">
      <summary className="font-medium text-accent">{t("meaning")}</summary>
      <dl className="mt-2 grid gap-2">
        {keys.map((key) => (
          <div key={key}>
            <dt className="font-medium text-ink">{t(`columns.${key as "top1"}`)}</dt>
            <dd>{t(`about.${key as "top1"}`)}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
}
