import { useLocale, useTranslations } from "next-intl";
import { Button } from "#components/ui/button.tsx";
import { distinguishRun } from "#lib/model-runs/comparison/run-panels.ts";
import { maxCompared, sortRuns } from "#lib/model-runs/comparison/differences.ts";
import type { RunRow } from "#lib/model-runs/schema.ts";
import { comparePath } from "#lib/paths.ts";

type Props = { slug: string; all: readonly RunRow[]; chosen: readonly RunRow[] };

/** Which runs stand side by side: it needs no script, and the choice stands in the address. */
export function CompareForm({ slug, all, chosen }: Props) {
  const t = useTranslations("runs.compare");
  const locale = useLocale();
  return (
    <form action={comparePath(slug)} className="no-print grid gap-3">
      <fieldset className="grid gap-2">
        <legend className="font-medium">{t("pick")}</legend>
        <p className="text-sm text-ink-muted">{t("choose", { most: maxCompared })}</p>
        <ul role="list" className="grid gap-x-6 sm:grid-cols-2 xl:grid-cols-3">
          {sortRuns(all).map(({ run }) => (
            <li key={run.id}>
              <label className="target flex items-center gap-2">
                <input
                  type="checkbox"
                  name="run"
                  value={run.id}
                  defaultChecked={chosen.some((one) => one.run.id === run.id)}
                  className="size-6 shrink-0 accent-accent"
                />
                <bdi className="min-w-0 wrap-anywhere">{distinguishRun(run, all, locale)}</bdi>
              </label>
            </li>
          ))}
        </ul>
      </fieldset>
      <Button type="submit" className="justify-self-start">
        {t("submit")}
      </Button>
    </form>
  );
}
