import { useFormatter, useTranslations } from "next-intl";
import { ExactText } from "#components/endpoint-runs/trials/exact-text.tsx";
import { useMoney } from "#components/endpoint-runs/use-money.ts";
import { ToldFault } from "#components/model-calls/told-fault.tsx";
import type { LiveRun } from "#lib/endpoint-runs/live-run.ts";
import type { TriedCall, TriedSample } from "#lib/endpoint-runs/trials/tried-case.ts";

type Props = { run: LiveRun; samples: readonly TriedSample[] };

/** Each sample of a case with its tries; what was sent once, where all were sent the same. */
export function TriedSamples({ run, samples }: Props) {
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
          <ToldFault fault={fault} />
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
