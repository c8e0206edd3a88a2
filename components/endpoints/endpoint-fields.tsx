"use client";

import { useTranslations } from "next-intl";
import { type ChangeEvent, type ReactNode, type RefObject, useEffect } from "react";
import { CheckboxField } from "#components/ui/fields/checkbox-field.tsx";
import { PasswordField } from "#components/ui/fields/password-field.tsx";
import { SelectField } from "#components/ui/fields/select-field.tsx";
import { TextField } from "#components/ui/fields/text-field.tsx";
import type { EndpointSettings } from "#lib/endpoints/schema.ts";
import { type Protocol, protocols } from "#lib/model-calls/schema.ts";
import type { Result } from "#lib/result.ts";

/** Leads to the first field that was refused: in a long form it may be out of sight. */
export function useFirstProblem(form: RefObject<HTMLFormElement | null>, state: Result<unknown> | null) {
  useEffect(() => {
    if (state?.ok === false) form.current?.querySelector<HTMLElement>("[aria-invalid]")?.focus();
  }, [form, state]);
}

type Props = {
  value: FormValues;
  set: (name: FieldName, next: string) => void;
  errorOf: (name: string) => string | undefined;
  /** Of an endpoint that has one: whether it can be opened, and is to be taken away. */
  keyKept?: { isReadable: boolean; isTakenAway: boolean; takeAway: (yes: boolean) => void } | undefined;
};

export function EndpointFields({ value, set, errorOf, keyKept }: Props) {
  const t = useTranslations("endpoints.form");
  const wired = (name: FieldName) => ({
    name,
    value: value[name],
    error: errorOf(name),
    onChange: ({ target }: ChangeEvent<HTMLInputElement | HTMLSelectElement>) => set(name, target.value),
    autoComplete: "off",
    spellCheck: false,
  });
  const amount = (name: FieldName, hint?: string) => (
    <TextField label={t(name as "priceInput")} hint={hint} inputMode="decimal" {...wired(name)} />
  );
  return (
    <>
      <Reach value={value} wired={wired} keyKept={keyKept} />
      <Group title={t("prices")} about={t("pricesAbout")}>
        {amount("priceInput")}
        {amount("priceOutput")}
        {amount("priceCached", t("cachedHint"))}
        <TextField label={t("currency")} hint={t("currencyHint")} maxLength={3} {...wired("currency")} />
      </Group>
      <Group title={t("limits")} about={t("limitsAbout")}>
        {amount("callsPerMinute")}
        {amount("tokensPerMinute")}
        {amount("callsAtOnce")}
      </Group>
    </>
  );
}

type FieldPropsOf = (name: FieldName) => {
  name: FieldName;
  value: string;
  error: string | undefined;
  onChange: (event: ChangeEvent<HTMLInputElement | HTMLSelectElement>) => void;
  autoComplete: string;
  spellCheck: boolean;
};

function Reach({ value, wired, keyKept }: Pick<Props, "value" | "keyKept"> & { wired: FieldPropsOf }) {
  const t = useTranslations("endpoints");
  const shell = useTranslations("shell");
  const protocol = value.protocol as Protocol;
  const keyHint = !keyKept ? "keyNone" : keyKept.isReadable ? "keyKept" : "keyUnreadable";
  return (
    <div className="grid gap-4">
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <TextField label={t("form.name")} maxLength={100} {...wired("name")} />
        <SelectField label={t("form.protocol")} {...wired("protocol")}>
          {protocols.map((one) => (
            <option key={one} value={one}>
              {t(`protocols.${one}`)}
            </option>
          ))}
        </SelectField>
      </div>
      <TextField
        label={t("form.address")}
        hint={t(`form.addressHints.${protocol}`)}
        inputMode="url"
        autoCapitalize="none"
        {...wired("address")}
      />
      <PasswordField
        label={t("form.key")}
        hint={t(`form.${keyHint}`)}
        words={{ show: shell("show"), hide: shell("hide") }}
        {...wired("key")}
        autoComplete="new-password"
      />
      {keyKept && (
        <CheckboxField
          name="takesKeyAway"
          label={t("form.takeAway")}
          checked={keyKept.isTakenAway}
          onChange={({ target }) => keyKept.takeAway(target.checked)}
        />
      )}
    </div>
  );
}

const Group = ({ title, about, children }: { title: string; about: string; children: ReactNode }) => (
  <fieldset className="grid gap-3">
    <legend className="mb-1 text-lg font-semibold">{title}</legend>
    <p className="text-ink-muted">{about}</p>
    <div className="grid items-start gap-4 sm:grid-cols-2">{children}</div>
  </fieldset>
);

/** What the fields of an endpoint's form hold, under the names that the action reads. */
const fieldNames = [
  "name",
  "protocol",
  "address",
  "key",
  "currency",
  "priceInput",
  "priceCached",
  "priceOutput",
  "callsPerMinute",
  "tokensPerMinute",
  "callsAtOnce",
] as const;
type FieldName = (typeof fieldNames)[number];
type FormValues = Record<FieldName, string>;

export const emptyEndpointForm: FormValues = {
  name: "",
  protocol: "openai",
  address: "",
  key: "",
  currency: "USD",
  priceInput: "",
  priceCached: "",
  priceOutput: "",
  callsPerMinute: "",
  tokensPerMinute: "",
  callsAtOnce: "4",
};

/** As somebody would have typed it, without an exponent. */
const typed = (value: number | null): string =>
  value === null ? "" : value.toLocaleString("en", { useGrouping: false, maximumFractionDigits: 12 });

export const endpointFormOf = ({
  name,
  protocol,
  address,
  currency,
  prices,
  limits,
}: EndpointSettings): FormValues => ({
  name,
  protocol,
  address,
  key: "",
  currency,
  priceInput: typed(prices.input),
  priceCached: typed(prices.cached),
  priceOutput: typed(prices.output),
  callsPerMinute: typed(limits.callsPerMinute),
  tokensPerMinute: typed(limits.tokensPerMinute),
  callsAtOnce: typed(limits.callsAtOnce),
});
