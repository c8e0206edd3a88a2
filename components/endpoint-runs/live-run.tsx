"use client";

import { useFormatter, useTranslations } from "next-intl";
import { useRouter } from "next/navigation";
import { type ReactNode, useEffect, useState } from "react";
import { useFieldError } from "#components/endpoint-runs/start/use-field-error.ts";
import { useMoney } from "#components/endpoint-runs/use-money.ts";
import { Freshness } from "#components/live/freshness.tsx";
import { FaultText } from "#components/model-calls/fault-text.tsx";
import { useFormAction } from "#components/shell/use-form-action.ts";
import { PlainAction } from "#components/studies/action-dialogs.tsx";
import { poll, type Stale } from "#components/studies/poll.ts";
import { Button, ButtonLink } from "#components/ui/button.tsx";
import { Callout } from "#components/ui/callout.tsx";
import { Dialog, DialogActions, DialogClose } from "#components/ui/dialog.tsx";
import { FormMessage } from "#components/ui/fields/form-message.tsx";
import { SubmitButton } from "#components/ui/fields/submit-button.tsx";
import { TextField } from "#components/ui/fields/text-field.tsx";
import { Progress } from "#components/ui/progress.tsx";
import { useAnnouncement } from "#components/ui/use-announcement.ts";
import { cancelRun, pauseRun, resumeRun } from "#lib/endpoint-runs/actions.ts";
import {
  countDone,
  isMoving,
  isOver,
  isUnusable,
  type LiveRun as Run,
  ratePerMinute,
  type RunSums,
  secondsLeft,
  stateOf,
} from "#lib/endpoint-runs/live-run.ts";
import { durationOf } from "#lib/jobs/schema.ts";
import { endpointRunAddress, newRunPath, resultsPath, runPath, tryPromptPath } from "#lib/paths.ts";

/** How far a run is, while it goes on and after it ended; what can be done with it. */
export function LiveRun({ initial }: { initial: Run }) {
  const t = useTranslations("endpointRuns.live");
  const format = useFormatter();
  const { run, asks, stale } = useLiveRun(initial);
  const { plan, sums, settings } = run;
  const done = countDone(sums);
  const state = stateOf(run);
  const label = t(`states.${state}`);
  const share = plan.calls === 0 ? 0 : Math.floor((100 * done) / plan.calls);
  const facts = useFacts(run);
  return (
    <div className="grid gap-8">
      <p role="status" className="sr-only">
        {useAnnouncement([label, isOver(run) ? "" : `${share}%`].filter(Boolean).join(", "), state)}
      </p>
      <section className="grid gap-4">
        <Progress
          label={label}
          value={done}
          max={plan.calls}
          facts={[t("progress", { done, total: plan.calls, of: countedBy(settings) }), ...facts]}
        />
        {run.endpoint.isFake && (
          <Callout tone="warning" title={t("fake")}>
            {t("fakeAbout")}
          </Callout>
        )}
        <RunOutcome run={run} />
        {isUnusable(run) && (
          <Callout tone="danger" title={t("unusable.title")}>
            {t("unusable.body", {
              unanswered: sums.unansweredCases,
              cases: plan.cases,
              share: format.number((100 * sums.unansweredCases) / plan.cases, { maximumFractionDigits: 1 }),
            })}
          </Callout>
        )}
        <RunActions run={run} />
        {asks && <Freshness stale={stale} words="endpointRuns.live.connection" />}
      </section>
      <RunNumbers run={run} />
      <RunFailures failures={sums.failures} />
    </div>
  );
}

function useFacts(run: Run): string[] {
  const time = useTranslations("time");
  const left = secondsLeft(run);
  if (left === null) return [];
  const { unit, count } = durationOf(left);
  return [time("left", { duration: time(unit, { count }) })];
}

const countedBy = ({ samples, orders, isGrouped }: Run["settings"]) =>
  isGrouped ? "calls" : samples > 1 ? "samples" : orders > 1 ? "orders" : "cases";

/** Tries that brought no answer, by what went wrong, each with what became of the newest. */
function RunFailures({ failures }: Pick<RunSums, "failures">) {
  const t = useTranslations("endpointRuns.live.failures");
  return (
    <section aria-labelledby="failures" className="grid min-w-0 gap-3">
      <h3 id="failures" className="text-lg font-semibold">
        {t("title")}
      </h3>
      {failures.length === 0 ? (
        <p className="text-ink-muted">{t("none")}</p>
      ) : (
        <ul role="list" className="grid gap-2">
          {failures.map(({ failure, count, ...fault }) => (
            <li key={failure} className="grid gap-x-6 border-t border-line pt-2 sm:grid-cols-[18rem_1fr]">
              <span className="flex justify-between gap-4">
                <span>{t(`kinds.${failure}`)}</span>
                <span className="figures">{t("times", { count })}</span>
              </span>
              <div className="min-w-0 text-sm text-ink-muted">
                <FaultText fault={fault} />
              </div>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

/** Why a run stands still, or what became of it, with what to do next. */
function RunOutcome({ run }: { run: Run }) {
  const t = useTranslations("endpointRuns.live");
  const { benchmark, study, purpose, stopReason, stopFault } = run;
  const state = stateOf(run);
  if (state === "lost")
    return (
      <Callout tone="warning" title={t("lost.title")}>
        {t("lost.body")}
      </Callout>
    );
  if (state === "stopped" && stopReason)
    return (
      <Callout tone="warning" title={t(`stopped.${stopReason}.title`)}>
        <FaultText fault={stopFault} />
        <p>{t(`stopped.${stopReason}.body`)}</p>
      </Callout>
    );
  if (purpose === "trial" && (state === "cancelled" || state === "finished")) return <TrialOver run={run} />;
  if (state === "cancelled")
    return (
      <Callout title={t("cancelled.title")}>
        <p className="mb-3">{t("cancelled.body")}</p>
        <ButtonLink href={newRunPath(benchmark.slug, study?.slug)}>{t("cancelled.again")}</ButtonLink>
      </Callout>
    );
  if (state === "finished")
    return (
      <Callout tone="success" title={t("finished.title")}>
        <p className="mb-3">{t(run.run ? "finished.body" : "finished.gone")}</p>
        <p className="flex flex-wrap gap-3">
          {run.run && <ButtonLink href={runPath(benchmark.slug, run.run.id)}>{t("finished.run")}</ButtonLink>}
          {run.run && study && (
            <ButtonLink
              href={resultsPath(study.slug, "models", new URLSearchParams({ model: String(run.run.id) }))}
            >
              {t("finished.study", { title: study.title })}
            </ButtonLink>
          )}
        </p>
      </Callout>
    );
  return null;
}

function TrialOver({ run: { state, benchmark, template } }: { run: Run }) {
  const t = useTranslations("endpointRuns.live.trial");
  const isFinished = state === "finished";
  return (
    <Callout tone={isFinished ? "success" : "info"} title={t(isFinished ? "finished" : "cancelled")}>
      <p className="mb-3">{t("nothingComes")}</p>
      <ButtonLink href={tryPromptPath(benchmark.slug, template?.id)}>{t("again")}</ButtonLink>
    </Callout>
  );
}

const errors = "endpointRuns.errors";

/** What can be done with a run in the state that it is in. */
function RunActions({ run }: { run: Run }) {
  const t = useTranslations("endpointRuns.live");
  if (isOver(run)) return null;
  const isGoing = run.state === "running" && stateOf(run) !== "lost";
  const isSpent = run.stopReason === "money" || run.stopReason === "tokens";
  return (
    <div className="flex flex-wrap items-start gap-3">
      {isGoing ? (
        <AtOnce
          key="pause"
          id={run.id}
          action={pauseRun}
          variant="secondary"
          words={{ open: t("pause"), busy: t("pausing") }}
        />
      ) : isSpent ? (
        <ResumeWithBudget run={run} name={run.stopReason === "money" ? "budgetMoney" : "budgetTokens"} />
      ) : (
        <AtOnce
          key="resume"
          id={run.id}
          action={resumeRun}
          variant="primary"
          words={{ open: t("resume.open"), busy: t("resume.busy"), done: t("resume.done") }}
        />
      )}
      <PlainAction
        action={cancelRun}
        fields={{ id: run.id }}
        errors={errors}
        words={{
          open: t("cancel.open", { purpose: run.purpose }),
          title: t("cancel.title"),
          submit: t("cancel.open", { purpose: run.purpose }),
          busy: t("cancel.busy"),
          done: t("cancel.done"),
        }}
        means={t("cancel.about")}
      />
    </div>
  );
}

type AtOnceProps = {
  id: string;
  action: typeof pauseRun | typeof resumeRun;
  variant: "primary" | "secondary";
  words: { open: string; busy: string; done?: string };
};

/** What nobody has to confirm. */
function AtOnce({ id, action, variant, words: { open, busy, done } }: AtOnceProps) {
  const { run, refusal } = useFormAction(action, { errors, ...(done && { done }) });
  return (
    <form action={run} className="grid justify-items-start gap-3">
      <input type="hidden" name="id" value={id} />
      <SubmitButton variant={variant} busyLabel={busy}>
        {open}
      </SubmitButton>
      <FormMessage>{refusal}</FormMessage>
    </form>
  );
}

type Budget = { run: Run; name: "budgetMoney" | "budgetTokens" };

/** With the same budget it would stop at once. */
function ResumeWithBudget(props: Budget) {
  const t = useTranslations("endpointRuns.live.resume");
  const shell = useTranslations("shell");
  const [isOpen, open] = useState(false);
  return (
    <Dialog
      open={isOpen}
      onOpenChange={open}
      title={t("title")}
      description={t("about")}
      closeLabel={shell("close")}
      trigger={<Button variant="primary">{t("open")}</Button>}
    >
      <BudgetForm {...props} onDone={() => open(false)} />
    </Dialog>
  );
}

function BudgetForm({ run: { id, settings, plan }, name, onDone }: Budget & { onDone: () => void }) {
  const t = useTranslations("endpointRuns");
  const shell = useTranslations("shell");
  const resuming = useFormAction(resumeRun, { errors, done: t("live.resume.done"), onDone });
  const errorOf = useFieldError(resuming.state);
  const [given, setGiven] = useState(String(settings[name] ?? ""));
  return (
    <form action={resuming.run} className="grid gap-4">
      <FormMessage>{!errorOf(name) && resuming.refusal}</FormMessage>
      <input type="hidden" name="id" value={id} />
      <TextField
        name={name}
        label={t(`new.settings.${name}`, { currency: plan.currency })}
        inputMode="decimal"
        value={given}
        onChange={({ target }) => setGiven(target.value)}
        error={errorOf(name)}
        autoComplete="off"
      />
      <DialogActions>
        <DialogClose>{shell("cancel")}</DialogClose>
        <SubmitButton busyLabel={t("live.resume.busy")}>{t("live.resume.submit")}</SubmitButton>
      </DialogActions>
    </form>
  );
}

/** What was asked, answered, spent and waited for. */
function RunNumbers({ run }: { run: Run }) {
  const t = useTranslations("endpointRuns.live.figures");
  const format = useFormatter();
  const { sums, settings } = run;
  const count = (value: number) => format.number(value);
  const rate = ratePerMinute(sums);
  return (
    <section aria-labelledby="numbers" className="grid gap-3">
      <h3 id="numbers" className="text-lg font-semibold">
        {t(isOver(run) ? "titleOver" : "title")}
      </h3>
      <dl className="grid grid-cols-2 gap-x-6 gap-y-4 sm:grid-cols-3 lg:grid-cols-4">
        <Number term={t("answered")}>{count(sums.answered)}</Number>
        <Number term={t("failed")} beneath={sums.failed > 0 && t("failedAfter", { tries: settings.tries })}>
          {count(sums.failed)}
        </Number>
        <Number term={t("tries")} beneath={sums.underWay > 0 && t("underWay", { count: sums.underWay })}>
          {count(sums.tries)}
        </Number>
        <Money run={run} />
        <Number
          term={t("input")}
          beneath={sums.cachedTokens > 0 && t("cached", { count: sums.cachedTokens })}
        >
          {count(sums.inputTokens)}
        </Number>
        <Number
          term={t("output")}
          beneath={sums.reasoningTokens > 0 && t("reasoning", { count: sums.reasoningTokens })}
        >
          {count(sums.outputTokens)}
        </Number>
        {run.state === "running" && (
          <Number term={t("rate")}>{rate === null ? t("unknown") : count(Math.round(rate))}</Number>
        )}
        <Number term={t("median")}>
          {sums.medianMs === null
            ? t("unknown")
            : t("seconds", {
                seconds: format.number(sums.medianMs / 1000, { maximumSignificantDigits: 2 }),
              })}
        </Number>
      </dl>
    </section>
  );
}

function Money({ run: { sums, plan } }: { run: Run }) {
  const t = useTranslations("endpointRuns.live.figures");
  const inMoney = useMoney();
  const { money, unpriced } = sums;
  // Whatever was paid before an endpoint lost its prices is said all the same.
  const isUnknown = money === 0 && (unpriced > 0 || plan.money === null);
  return (
    <Number
      term={t("money")}
      beneath={isUnknown ? t("noPrice") : unpriced > 0 && t("unpriced", { count: unpriced })}
    >
      {isUnknown ? "–" : inMoney(money, plan.currency)}
    </Number>
  );
}

type NumberProps = { term: string; beneath?: string | false; children: ReactNode };

function Number({ term, beneath, children }: NumberProps) {
  return (
    <div className="grid content-start gap-0.5">
      <dt className="text-sm text-ink-muted">{term}</dt>
      <dd className="figures text-lg">
        {children}
        {beneath && <p className="text-sm text-ink-muted">{beneath}</p>}
      </dd>
    </div>
  );
}

const movingMs = 1000;
/** While it stands still somebody else may have it go on. */
const stillMs = 5000;

/** The newest of a run until it is over; then the page is drawn anew, with what became of it. That of a trial whenever a call came back. */
function useLiveRun(initial: Run): { run: Run; asks: boolean; stale: Stale } {
  const router = useRouter();
  const [shown, setShown] = useState({ of: initial, run: initial });
  const [stale, setStale] = useState<Stale>(null);
  // The page itself was drawn anew, after an action: that is newer than what was asked for.
  if (shown.of !== initial) setShown({ of: initial, run: initial });
  const { run } = shown;
  const asks = !isOver(run);
  const everyMs = isMoving(run) ? movingMs : stillMs;

  useEffect(() => {
    if (!asks) return;
    const take = (text: string) => {
      const newest = JSON.parse(text) as Run;
      setShown((before) => (before.of === initial ? { ...before, run: newest } : before));
      const hasNews = newest.purpose === "trial" && countEnded(newest) !== countEnded(initial);
      if (isOver(newest) || hasNews) router.refresh();
    };
    return poll(endpointRunAddress(initial.id), "", { take, tell: setStale }, everyMs);
  }, [initial, asks, everyMs, router]);

  return { run, asks, stale: asks ? stale : null };
}

const countEnded = ({ sums: { tries, underWay } }: Run) => tries - underWay;
