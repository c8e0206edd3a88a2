import { useFormatter, useTranslations } from "next-intl";
import { getFormatter, getTranslations } from "next-intl/server";
import type { ReactNode } from "react";
import { useMoney } from "#components/endpoint-runs/use-money.ts";
import { FaultText } from "#components/model-calls/fault-text.tsx";
import { Badge } from "#components/ui/badge.tsx";
import { Link } from "#components/ui/link.tsx";
import { askedIn, type ExampleCase, isOver, type LiveRun } from "#lib/endpoint-runs/live-run.ts";
import type { EndpointRunView } from "#lib/endpoint-runs/queries.ts";
import type { TriedCall, TriedCase, TriedSample } from "#lib/endpoint-runs/trial-queries.ts";
import { casePath, templatePath } from "#lib/paths.ts";

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

/** Which cases are shown before others, and with what analysis. */
export async function ExampleCases({ shown }: { shown: readonly ExampleCase[] }) {
  const t = await getTranslations("endpointRuns.live.shown");
  const [first] = shown;
  if (!first) return null;
  return (
    <section aria-labelledby="shown" className="grid gap-3">
      <h3 id="shown" className="text-lg font-semibold">
        {t("title")}
      </h3>
      <p>{t("count", { count: first.count, listed: shown.length, hidden: first.count - shown.length })}</p>
      <ul role="list" className="grid gap-2">
        {shown.map(({ versionId, benchmark, track, key, times, analysis }) => (
          <li key={versionId} className="border-t border-line pt-2">
            <p className="flex flex-wrap justify-between gap-x-4">
              <Link
                href={casePath(benchmark, track, key)}
                className="min-w-0 wrap-anywhere text-accent underline"
              >
                <bdi>{track}</bdi> · <bdi>{key}</bdi>
              </Link>
              <span className="figures text-ink-muted">{t("times", { times })}</span>
            </p>
            {analysis !== null && (
              <details>
                <summary className="target">{t("analysis")}</summary>
                <p className="measure whitespace-pre-wrap wrap-anywhere" dir="auto">
                  {analysis}
                </p>
              </details>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

type Props = { run: LiveRun; cases: readonly TriedCase[] };

/** Case by case: what was sent, what came back, and whether it was right. */
export async function TriedCases({ run, cases }: Props) {
  const t = await getTranslations("endpointRuns.trials");
  const answered = cases.filter(({ answer }) => answer !== null);
  const judged = answered.filter(({ answer }) => answer?.isRight !== null);
  const right = judged.filter(({ answer }) => answer?.isRight).length;
  return (
    <section aria-labelledby="tried" className="grid min-w-0 gap-3">
      <h3 id="tried" className="text-lg font-semibold">
        {t("cases")}
      </h3>
      <p className="measure">
        {t("right", { right, judged: judged.length, answered: answered.length, cases: cases.length })}
      </p>
      {cases.map((one) => (
        <OneCase key={`${one.track}\n${one.key}`} run={run} tried={one} />
      ))}
    </section>
  );
}

async function OneCase({ run, tried }: { run: LiveRun; tried: TriedCase }) {
  const t = await getTranslations("endpointRuns.trials");
  const { key, track, version, gold, shots, samples, answer } = tried;
  const verdict = verdictOf(run, tried);
  return (
    <details className="min-w-0 rounded-lg border border-line bg-raised px-4 py-1">
      <summary className="target flex cursor-pointer flex-wrap items-center gap-x-3">
        <bdi className="font-semibold wrap-anywhere text-accent underline">{key}</bdi>
        <Badge tone={tones[verdict]}>{t(`verdicts.${verdict}`)}</Badge>
        {answer && <bdi className="wrap-anywhere">{answer.choice}</bdi>}
      </summary>
      <div className="grid min-w-0 gap-4 pt-1 pb-4">
        <p>
          {gold !== null && t.rich("gold", { name: () => <bdi className="font-semibold">{gold}</bdi> })}{" "}
          <Link href={casePath(run.benchmark.slug, track, key, version)} className="text-accent underline">
            {t("open")}
          </Link>
        </p>
        {shots.map((shot, at) => (
          <div key={at} className="grid min-w-0 gap-2">
            <ExactText title={t("shot", { number: at + 1 })} text={shot.prompt} />
            <ExactText title={t("shotAnswer", { number: at + 1 })} text={shot.answer} />
          </div>
        ))}
        <TriedSamples run={run} samples={samples} />
      </div>
    </details>
  );
}

type Verdict = keyof typeof tones;

function verdictOf(run: LiveRun, { answer, samples }: TriedCase): Verdict {
  if (answer) return answer.isRight === null ? "answered" : answer.isRight ? "isRight" : "isWrong";
  const isTriedOut = samples.every(({ tries }) => tries.length >= run.settings.tries);
  return isOver(run) || isTriedOut ? "unanswered" : "open";
}

const tones = {
  isRight: "success",
  isWrong: "danger",
  answered: "info",
  unanswered: "warning",
  open: "neutral",
} as const;

type TriedSamplesProps = { run: LiveRun; samples: readonly TriedSample[] };

/** Each sample of a case with its tries; what was sent once, where all were sent the same. */
function TriedSamples({ run, samples }: TriedSamplesProps) {
  const t = useTranslations("endpointRuns.trials");
  const isSame = new Set(samples.map(({ sent }) => sent)).size === 1;
  return (
    <>
      {isSame && samples[0] && <ExactText title={t("sent")} text={samples[0].sent} />}
      {samples.map(({ sample, sent, tries }) => (
        <div key={sample} className="grid min-w-0 gap-4">
          {!isSame && <ExactText title={t("sentFor", { sample })} text={sent} />}
          {tries.length === 0 && <p className="text-ink-muted">{t("nothingYet")}</p>}
          {tries.map((tried, at) => (
            <OneTry
              key={at}
              tried={tried}
              currency={run.plan.currency}
              number={{ sample, samples: samples.length, attempt: at + 1 }}
            />
          ))}
        </div>
      ))}
    </>
  );
}

type TryProps = {
  tried: TriedCall;
  currency: string;
  number: { sample: number; samples: number; attempt: number };
};

function OneTry({ tried, currency, number }: TryProps) {
  const t = useTranslations("endpointRuns.trials");
  const failures = useTranslations("endpointRuns.live.failures.kinds");
  const { hasEnded, failure, fault, text, reasoning } = tried;
  return (
    <div className="grid min-w-0 gap-2">
      {reasoning !== "" && <ExactText title={t("reasoning")} text={reasoning} />}
      {text === "" ? (
        <h4 className="font-semibold">{t("came", number)}</h4>
      ) : (
        <ExactText title={t("came", number)} text={text} />
      )}
      {!hasEnded && <p className="text-ink-muted">{t("underWay")}</p>}
      {failure !== null && (
        <div className="grid gap-1 text-sm text-ink-muted">
          <p className="text-base font-medium text-danger">{failures(failure)}</p>
          <FaultText fault={fault} />
        </div>
      )}
      {hasEnded && <Cost tried={tried} currency={currency} />}
    </div>
  );
}

/** What is known of it: tokens, money and time. */
function Cost({ tried, currency }: Pick<TryProps, "tried" | "currency">) {
  const t = useTranslations("endpointRuns.trials");
  const figures = useTranslations("endpointRuns.live.figures");
  const format = useFormatter();
  const inMoney = useMoney();
  const { inputTokens, outputTokens, money, totalMs } = tried;
  const facts = [
    inputTokens !== null && t("tokensIn", { count: inputTokens }),
    outputTokens !== null && t("tokensOut", { count: outputTokens }),
    money !== null && inMoney(money, currency),
    totalMs !== null &&
      figures("seconds", { seconds: format.number(totalMs / 1000, { maximumSignificantDigits: 2 }) }),
  ].filter((fact) => fact !== false);
  return facts.length > 0 && <p className="figures text-sm text-ink-muted">{facts.join(" · ")}</p>;
}

/** A text as it was sent or came, to the letter. */
function ExactText({ title, text }: { title: ReactNode; text: string }) {
  return (
    <div className="grid min-w-0 gap-1">
      <h4 className="font-semibold">{title}</h4>
      <p className="rounded-md bg-sunken px-3 py-2 font-mono text-sm whitespace-pre-wrap wrap-anywhere [unicode-bidi:plaintext]">
        {text}
      </p>
    </div>
  );
}
