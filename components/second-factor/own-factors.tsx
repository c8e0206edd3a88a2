"use client";

import { useTranslations } from "next-intl";
import { useActionState, useState, useId } from "react";
import { AskAgain } from "#components/second-factor/ask-again.tsx";
import { FormMessage } from "#components/ui/fields/form-message.tsx";
import { QrCode } from "#components/ui/qr-code.tsx";
import { SubmitButton } from "#components/ui/fields/submit-button.tsx";
import { TextField } from "#components/ui/fields/text-field.tsx";
import {
  removeCodeApp,
  setUpCodeApp,
  addPasskey,
  askNewPasskey,
  removePasskey,
  renewRecoveryCodes,
} from "#lib/auth/second-factor/actions.ts";
import { makePasskey } from "#components/second-factor/ceremonies.ts";
import { ScriptForm } from "#components/shell/script-form.tsx";
import type { ActionState } from "#lib/auth/define-action.ts";
import { fail, type Result } from "#lib/result.ts";
import { Button } from "#components/ui/button.tsx";
import { CopyButton } from "#components/ui/copy/copy-button.tsx";
import { recoveryCodeCount, maxPasskeys } from "#lib/auth/second-factor/schema.ts";
import { windowMinutes } from "#lib/auth/terms.ts";

/** One form for both steps: first it shows what the app has to be told, then it takes a code of it. */
export function CodeApp({ since }: { since: string | null }) {
  const t = useTranslations("secondFactor");
  const formatError = useFormatError();
  const [state, action] = useActionState(setUpCodeApp, null);
  const confirmed = state?.ok && state.value.state === "confirmed" ? state.value : null;
  if (since !== null || confirmed)
    return (
      <div className="grid gap-4">
        <p>{since === null ? t("app.done") : t("app.since", { date: since })}</p>
        {confirmed && confirmed.codes.length > 0 && <RecoveryCodeList codes={confirmed.codes} />}
        <RemoveFactor action={removeCodeApp} label={t("app.remove")} />
      </div>
    );
  // A wrong code comes back with what the app was told, so that one can look again.
  const told = state && (state.ok ? (state.value.state === "begun" ? state.value : null) : state.fields);
  const problem = formatError(state);
  if (!told?.secret)
    return (
      <form action={action} className="grid justify-items-start gap-4">
        <p>{t("app.intro")}</p>
        <FormMessage>{problem}</FormMessage>
        <AskAgain state={state} />
        <SubmitButton variant="secondary" busyLabel={t("busy")}>
          {t("app.begin")}
        </SubmitButton>
      </form>
    );
  return (
    <form action={action} className="grid max-w-md gap-4">
      <p>{t("app.scan")}</p>
      <QrCode text={told.address ?? ""} label={t("app.qr")} className="w-52 max-w-full rounded-md" />
      <p className="text-sm">
        {t("app.orType")} <code className="font-mono wrap-anywhere select-all">{told.secret}</code>
      </p>
      <TextField
        name="code"
        label={t("app.code")}
        hint={t("app.codeHint")}
        error={problem}
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={20}
        required
      />
      <div>
        <SubmitButton busyLabel={t("busy")}>{t("app.confirm")}</SubmitButton>
      </div>
    </form>
  );
}

type PasskeysProps = {
  passkeys: readonly { id: string; name: string; since: string; lastUsed: string }[];
  /** What this device is called, as a first idea of a name. */
  device: string;
};

export function Passkeys({ passkeys, device }: PasskeysProps) {
  const t = useTranslations("secondFactor");
  return (
    <div className="grid gap-4">
      <p>{t("passkeys.intro")}</p>
      {passkeys.length > 0 && (
        <ul className="divide-y divide-line border-y border-line">
          {passkeys.map(({ id, name, since, lastUsed }) => (
            <li key={id} className="flex flex-wrap items-start justify-between gap-3 py-3">
              <div>
                <p className="font-medium">{name}</p>
                <p className="text-sm text-ink-muted">
                  {since} · {lastUsed}
                </p>
              </div>
              <RemoveFactor action={removePasskey} id={id} label={t("passkeys.remove", { name })} />
            </li>
          ))}
        </ul>
      )}
      <NewPasskey device={device} />
    </div>
  );
}

async function offer(_previous: unknown, form: FormData) {
  const asked = await askNewPasskey(null, form);
  if (!asked.ok) return asked;
  const answer = await makePasskey(asked.value);
  if (answer === null) return fail("cancelled");
  form.set("answer", answer);
  return addPasskey(null, form);
}

function NewPasskey({ device }: { device: string }) {
  const t = useTranslations("secondFactor");
  const formatError = useFormatError();
  const [state, action] = useActionState<ActionState<{ codes: string[] }>, FormData>(offer, null);
  const [name, setName] = useState(device);
  const isNameless = state && !state.ok && state.fields?.name !== undefined;
  return (
    <>
      {state?.ok && state.value.codes.length > 0 && <RecoveryCodeList codes={state.value.codes} />}
      <p role="status" className="empty:hidden">
        {state?.ok && t("passkeys.added")}
      </p>
      <ScriptForm action={action} className="grid max-w-md gap-4">
        <FormMessage>{formatError(state)}</FormMessage>
        <TextField
          name="name"
          label={t("passkeys.name")}
          hint={t("passkeys.nameHint")}
          error={isNameless && t("errors.nameless")}
          value={name}
          onChange={(event) => setName(event.target.value)}
          autoComplete="off"
          maxLength={100}
        />
        <AskAgain state={state} />
        <div>
          <SubmitButton variant="secondary" busyLabel={t("busy")}>
            {t("passkeys.add")}
          </SubmitButton>
        </div>
      </ScriptForm>
    </>
  );
}

/** Shown this once. */
function RecoveryCodeList({ codes }: { codes: readonly string[] }) {
  const t = useTranslations("secondFactor");
  const id = useId();
  return (
    <div role="status" className="grid gap-3 rounded-md border border-accent bg-accent-tint p-4">
      <p className="font-semibold">{t("recovery.shown")}</p>
      <p>{t("recovery.once")}</p>
      <ul data-alone-on-paper id={id} className="grid gap-1 font-mono sm:grid-cols-2">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="no-print flex flex-wrap gap-3">
        <CopyButton
          value={codes.join("\n")}
          from={id}
          words={{ copy: t("copy"), copied: t("copied"), selected: t("selected") }}
        />
        <Button onClick={() => print()} className="[@media(scripting:none)]:hidden">
          {t("print")}
        </Button>
      </div>
    </div>
  );
}

export function RecoveryCodes({ left }: { left: number }) {
  const t = useTranslations("secondFactor");
  const formatError = useFormatError();
  const [state, action] = useActionState(renewRecoveryCodes, null);
  return (
    <div className="grid gap-4">
      <p>{t("recovery.left", { left, of: recoveryCodeCount })}</p>
      {state?.ok ? (
        <RecoveryCodeList codes={state.value} />
      ) : (
        <form action={action} className="grid justify-items-start gap-4">
          <FormMessage>{formatError(state)}</FormMessage>
          <AskAgain state={state} />
          <SubmitButton variant="secondary" busyLabel={t("busy")}>
            {t("recovery.renew")}
          </SubmitButton>
        </form>
      )}
    </div>
  );
}

type Props = {
  action: (previous: ActionState, form: FormData) => Promise<Result>;
  id?: string;
  label: string;
};

function RemoveFactor({ action, id, label }: Props) {
  const formatError = useFormatError();
  const [state, remove] = useActionState(action, null);
  return (
    <form action={remove} className="grid justify-items-start gap-3">
      {id && <input type="hidden" name="id" value={id} />}
      <FormMessage>{formatError(state)}</FormMessage>
      <AskAgain state={state} />
      <SubmitButton variant="secondary" size="small">
        {label}
      </SubmitButton>
    </form>
  );
}

const silent = ["ask_again", "invalid"];

/** What went wrong, in words; null where nothing did, or where the form says it at its own place. */
function useFormatError() {
  const t = useTranslations("secondFactor.errors");
  return (state: ActionState): string | null => {
    if (!state || state.ok || silent.includes(state.error)) return null;
    const given = { minutes: windowMinutes, most: maxPasskeys };
    return t.has(state.error as never) ? t(state.error as "unknown", given) : t("unknown");
  };
}
