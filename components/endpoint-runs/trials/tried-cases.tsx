import { getTranslations } from "next-intl/server";
import { ExactText } from "#components/endpoint-runs/trials/exact-text.tsx";
import { TriedSamples } from "#components/endpoint-runs/trials/tried-samples.tsx";
import { Badge } from "#components/ui/badge.tsx";
import { Link } from "#components/ui/link.tsx";
import { isOver, type LiveRun } from "#lib/endpoint-runs/live-run.ts";
import type { TriedCase } from "#lib/endpoint-runs/trials/tried-case.ts";
import { casePath } from "#lib/paths.ts";

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
