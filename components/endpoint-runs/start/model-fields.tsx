"use client";

import { useTranslations } from "next-intl";
import { useId, useState } from "react";
import { suggestMethod, type Choices, type Filled } from "#components/endpoint-runs/start/choices.ts";
import type { ErrorOf } from "#components/endpoint-runs/start/use-field-error.ts";
import { FormMessage } from "#components/ui/fields/form-message.tsx";
import { SelectField } from "#components/ui/fields/select-field.tsx";
import { TextField } from "#components/ui/fields/text-field.tsx";

type Props = Pick<Choices, "endpoints"> & {
  filled: Filled;
  methods: readonly string[];
  errorOf: ErrorOf;
  /** A trial has no name to be found by. */
  isTrial: boolean;
};

/** Who is asked, and what the run is called. */
export function ModelFields({ endpoints, filled, methods, errorOf, isTrial }: Props) {
  const t = useTranslations("endpointRuns.new.model");
  const endpoint = endpoints.find(({ id }) => String(id) === filled.endpointId) ?? endpoints[0];
  return (
    <fieldset className="grid gap-4">
      <legend className="mb-2 text-lg font-semibold">{t("legend")}</legend>
      <SelectField name="endpointId" label={t("endpoint")} error={errorOf("endpointId")}>
        {endpoints.map(({ id, name, host, isFake }) => (
          <option key={id} value={id}>
            {t(isFake ? "fake" : "endpointOption", { name, host })}
          </option>
        ))}
      </SelectField>
      <FormMessage tone="warning">{endpoint?.isKeyReadable === false && t("keyUnreadable")}</FormMessage>
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <TextField
          name="model"
          label={t("name")}
          hint={t("nameHint")}
          error={errorOf("model")}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
        />
        {isTrial ? (
          <input type="hidden" name="method" value={suggestMethod(filled)} />
        ) : (
          <RunName filled={filled} methods={methods} errorOf={errorOf} />
        )}
      </div>
    </fieldset>
  );
}

/** What a run is called beside its model. */
function RunName({ filled, methods, errorOf }: Pick<Props, "filled" | "methods" | "errorOf">) {
  const t = useTranslations("endpointRuns.new.model");
  const list = useId();
  const [own, setOwn] = useState<string | null>(null);
  return (
    <>
      <TextField
        name="method"
        label={t("method")}
        hint={t("methodHint")}
        error={errorOf("method")}
        list={list}
        value={own ?? suggestMethod(filled)}
        onChange={({ target }) => setOwn(target.value)}
        autoComplete="off"
      />
      <TextField
        name="version"
        label={t("version")}
        hint={t("versionHint")}
        error={errorOf("version")}
        autoComplete="off"
      />
      <TextField
        name="replicate"
        label={t("replicate")}
        hint={t("replicateHint")}
        error={errorOf("replicate")}
        inputMode="numeric"
        autoComplete="off"
      />
      <datalist id={list}>
        {methods.map((method) => (
          <option key={method} value={method} />
        ))}
      </datalist>
    </>
  );
}
