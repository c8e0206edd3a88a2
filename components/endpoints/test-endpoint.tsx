"use client";

import { useFormatter, useTranslations } from "next-intl";
import { useState } from "react";
import { useFormStatus } from "react-dom";
import { FaultText } from "#components/model-calls/fault-text.tsx";
import { ScriptForm } from "#components/shell/script-form.tsx";
import { useFormAction } from "#components/shell/use-form-action.ts";
import { FormMessage } from "#components/ui/fields/form-message.tsx";
import { keepFilledIn, SubmitButton } from "#components/ui/fields/submit-button.tsx";
import { TextField } from "#components/ui/fields/text-field.tsx";
import { testEndpoint } from "#lib/endpoints/actions.ts";
import type { TestReport } from "#lib/endpoints/schema.ts";
import type { CallFailure } from "#lib/model-calls/schema.ts";

export function TestEndpoint({ id }: { id: number }) {
  const t = useTranslations("endpoints");
  const [model, setModel] = useState("");
  const { run, state, refusal, errorOf } = useFormAction(testEndpoint, {
    errors: "endpoints.errors",
    fieldErrors: "endpoints.fieldErrors",
  });
  return (
    <section
      aria-labelledby="test-call"
      className="grid content-start gap-3 xl:col-start-2 xl:row-span-2 xl:row-start-1"
    >
      <h2 id="test-call" className="text-lg font-semibold">
        {t("test.title")}
      </h2>
      <p className="measure text-ink-muted">{t("test.about")}</p>
      <ScriptForm action={run} onReset={keepFilledIn} noValidate className="grid gap-3">
        <input type="hidden" name="id" value={id} />
        <TextField
          name="model"
          label={t("test.model")}
          hint={t("test.modelHint")}
          error={errorOf("model")}
          value={model}
          onChange={({ target }) => setModel(target.value)}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
        />
        <div>
          <SubmitButton variant="secondary" busyLabel={t("test.busy")}>
            {t("test.submit")}
          </SubmitButton>
        </div>
        <Outcome report={state?.ok ? state.value : null} refusal={refusal} />
      </ScriptForm>
    </section>
  );
}

/** While the next call is under way, the one before says nothing. */
function Outcome({ report: last, refusal }: { report: TestReport | null; refusal: string | null }) {
  const t = useTranslations("endpoints.test");
  const { pending } = useFormStatus();
  const report = pending ? null : last;
  return (
    <>
      <FormMessage>
        {report?.failure ? <Failure report={report} failure={report.failure} /> : !pending && refusal}
      </FormMessage>
      <FormMessage tone="success">
        {report && !report.failure && (
          <p className="font-semibold wrap-anywhere">{t("answered", { model: report.model })}</p>
        )}
      </FormMessage>
      {report && <WhatCame report={report} />}
    </>
  );
}

type FailedTest = { report: TestReport; failure: CallFailure };

function Failure({ report: { fault, model }, failure }: FailedTest) {
  const t = useTranslations("endpointRuns.live.failures.kinds");
  return (
    <>
      <p className="font-semibold wrap-anywhere">
        {t(failure)} (<bdi>{model}</bdi>)
      </p>
      {fault && <FaultText fault={fault} />}
    </>
  );
}

/** Of a failed call too, as far as something came: it is paid for. */
function WhatCame({ report }: { report: TestReport }) {
  const t = useTranslations("endpoints.test");
  const format = useFormatter();
  const { failure, text, answeredBy, tokens, totalMs, cost, currency } = report;
  const isCounted = tokens.input !== null || tokens.output !== null;
  const count = (value: number | null) => (value === null ? t("notSaid") : format.number(value));
  const money = (value: number) =>
    format.number(value, { style: "currency", currency, maximumSignificantDigits: 2 });
  const facts = {
    text: text || null,
    answeredBy: answeredBy ?? (failure ? null : t("notSaid")),
    tokens: isCounted
      ? t("tokensOf", { input: count(tokens.input), output: count(tokens.output) })
      : failure
        ? null
        : t("notSaid"),
    cost: cost === null ? (failure && !isCounted ? null : t("unpriced")) : money(cost),
    time: t("milliseconds", { ms: format.number(Math.round(totalMs)) }),
  };
  const known = Object.entries(facts) as [keyof typeof facts, string | null][];
  return (
    <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1">
      {known.map(
        ([name, value]) =>
          value !== null && (
            <div key={name} className="contents">
              <dt className="text-ink-muted">{t(name)}</dt>
              <dd dir="auto" className="figures wrap-anywhere whitespace-pre-line">
                {value}
              </dd>
            </div>
          ),
      )}
    </dl>
  );
}
