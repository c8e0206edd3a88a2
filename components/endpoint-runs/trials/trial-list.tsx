import { getTranslations } from "next-intl/server";
import { RunList } from "#components/endpoint-runs/run-list.tsx";
import type { ListedRun } from "#lib/endpoint-runs/live-run.ts";

type Props = { slug: string; trials: readonly ListedRun[] };

/** The trials of a benchmark's prompts, newest first. */
export async function TrialList({ slug, trials }: Props) {
  const t = await getTranslations("endpointRuns.trials");
  const asking = await getTranslations("endpointRuns.new.prompt");
  if (trials.length === 0) return null;
  const promptOf = ({ template }: ListedRun) =>
    template === null
      ? asking("own")
      : asking("option", { name: template.template.name, number: template.number });
  return (
    <section aria-labelledby="trials" className="mt-8 grid gap-2">
      <h3 id="trials" className="text-lg font-semibold">
        {t("title")}
      </h3>
      <p className="measure text-ink-muted">{t("about")}</p>
      <RunList slug={slug} runs={trials} nameOf={(run) => [promptOf(run), run.model].join(" · ")} />
    </section>
  );
}
