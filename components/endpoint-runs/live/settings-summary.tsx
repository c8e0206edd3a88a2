import { getFormatter, getTranslations } from "next-intl/server";
import { Link } from "#components/ui/link.tsx";
import { askedIn, type EndpointRunView } from "#lib/endpoint-runs/live-run.ts";
import { templatePath } from "#lib/paths.ts";

// oxfmt-ignore
const listed = [
  "temperature", "maxTokens", "seed", "reasoningEffort", "isStreamed", "timeoutSeconds", "tries", "atOnce",
  "samples", "isGrouped", "orders", "shots", "budgetMoney", "budgetTokens", "failuresInARow", "replicate",
] as const;
type SettingName = (typeof listed)[number];
const sent: readonly string[] = ["temperature", "maxTokens", "seed", "reasoningEffort"];

/** With what it asks, as it was begun. */
export async function SettingsSummary({
  run: { settings, plan, unheeded, template, benchmark },
}: {
  run: EndpointRunView;
}) {
  const t = await getTranslations("endpointRuns.live.settings");
  const told = await getTranslations("endpointRuns.new.plan");
  const format = await getFormatter();
  const valueOf = (name: SettingName): string => {
    const value = settings[name];
    if (value === null) return t(sent.includes(name) ? "notSent" : "none");
    if (typeof value === "boolean") return t(value ? "yes" : "no");
    return typeof value === "number" ? format.number(value, { maximumFractionDigits: 6 }) : value;
  };
  return (
    <section aria-labelledby="settings" className="grid gap-3">
      <h3 id="settings" className="text-lg font-semibold">
        {t("title")}
      </h3>
      <dl className="grid gap-x-8 gap-y-1 sm:grid-cols-2 lg:grid-cols-3">
        {listed.map((name) => (
          <div key={name} className="flex justify-between gap-4 border-t border-line py-1">
            <dt className="text-ink-muted">{t(name, { currency: plan.currency })}</dt>
            <dd className="figures">{valueOf(name)}</dd>
          </div>
        ))}
        {settings.samples > 1 && (
          <div className="flex justify-between gap-4 border-t border-line py-1">
            <dt className="text-ink-muted">{t("combining")}</dt>
            <dd>{t(`combine.${settings.combining}`)}</dd>
          </div>
        )}
      </dl>
      <AskedBy plan={plan} template={template} benchmark={benchmark} />
      {plan.arm && (
        <p>
          {told("arm")}: {told("armOf", { name: plan.arm.name })}
        </p>
      )}
      {unheeded.length > 0 && (
        <p>{t("unheeded", { names: format.list(unheeded.map((name) => t(name as "seed"))) })}</p>
      )}
    </section>
  );
}

/** By which text: prompts of the cases, a version of a template, or what Benchside makes of what people see. */
async function AskedBy({
  plan,
  template,
  benchmark,
}: Pick<EndpointRunView, "plan" | "template" | "benchmark">) {
  const t = await getTranslations("endpointRuns.live.settings");
  const words = await getTranslations("endpointRuns.new.prompt");
  const asked = askedIn(plan);
  const prompt =
    template === null
      ? t("ownPrompt")
      : t.rich("template", {
          number: template.number,
          sha256: template.sha256,
          link: () => (
            <Link href={templatePath(benchmark.slug, template.template.id)} className="text-accent underline">
              <bdi>{template.template.name}</bdi>
            </Link>
          ),
        });
  return (
    <p className="wrap-anywhere">
      {t("prompt")}: {asked === "shown" ? words("wording") : prompt}
      {asked.endsWith("_shown") && words("others")}
    </p>
  );
}
