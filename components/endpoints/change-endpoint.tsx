"use client";

import { useTranslations } from "next-intl";
import { useRouter } from "next/navigation";
import { useRef, useState, useTransition } from "react";
import { EndpointFields, endpointFormOf, useFirstProblem } from "#components/endpoints/endpoint-fields.tsx";
import { type Conflict, ConflictNotice } from "#components/plan-form/revised-form.tsx";
import { AskAgain } from "#components/second-factor/ask-again.tsx";
import { ScriptForm } from "#components/shell/script-form.tsx";
import { useFormAction } from "#components/shell/use-form-action.ts";
import { Button } from "#components/ui/button.tsx";
import { ConfirmDialog } from "#components/ui/confirm-dialog.tsx";
import { FormMessage } from "#components/ui/fields/form-message.tsx";
import { keepFilledIn, SubmitButton } from "#components/ui/fields/submit-button.tsx";
import { changeEndpoint, retireEndpoint } from "#lib/endpoints/actions.ts";
import type { EndpointView } from "#lib/endpoints/schema.ts";
import { endpointPath, endpointsPath } from "#lib/paths.ts";
import type { Result } from "#lib/result.ts";

function conflictOf(state: Result<unknown> | null): Conflict | null {
  if (!state || state.ok || state.error !== "conflict") return null;
  const { by = "", at = "", revision = "0" } = state.fields ?? {};
  return { by, at: at || null, revision: Number(revision) };
}

export function ChangeEndpoint({ endpoint }: { endpoint: EndpointView }) {
  const t = useTranslations("endpoints.form");
  const { id, hasKey, isKeyReadable: isReadable } = endpoint;
  const form = useRef<HTMLFormElement>(null);
  const [value, setValue] = useState(() => endpointFormOf(endpoint));
  const [isTakenAway, takeAway] = useState(false);
  const [revision, setRevision] = useState(endpoint.revision);
  const [isReplacing, start] = useTransition();
  const { run, state, refusal, errorOf } = useFormAction(changeEndpoint, {
    errors: "endpoints.errors",
    fieldErrors: "endpoints.fieldErrors",
    done: t("saved"),
    onDone: (stored) => {
      setRevision(stored.revision);
      setValue((now) => ({ ...now, key: "" }));
      takeAway(false);
    },
  });
  useFirstProblem(form, state);
  const conflict = conflictOf(state);
  const replace = (theirs: number) => {
    if (!form.current) return;
    const filled = new FormData(form.current);
    filled.set("revision", String(theirs));
    start(() => run(filled));
  };
  return (
    <ScriptForm ref={form} noValidate action={run} onReset={keepFilledIn} className="grid gap-8">
      <input type="hidden" name="id" value={id} />
      <input type="hidden" name="revision" value={revision} />
      <EndpointFields
        value={value}
        set={(name, next) => setValue((now) => ({ ...now, [name]: next }))}
        errorOf={errorOf}
        keyKept={hasKey ? { isReadable, isTakenAway, takeAway } : undefined}
      />
      <div role="alert" className="empty:hidden">
        {conflict && (
          <ConflictNotice
            conflict={conflict}
            theirs={endpointPath(id)}
            words="endpoints.conflict"
            busy={isReplacing}
            onReplace={() => replace(conflict.revision)}
          />
        )}
      </div>
      <FormMessage>{!conflict && refusal}</FormMessage>
      <AskAgain state={state} />
      <div>
        <SubmitButton busyLabel={t("saving")}>{t("save")}</SubmitButton>
      </div>
    </ScriptForm>
  );
}

export function RetireEndpoint({ id, name }: { id: number; name: string }) {
  const t = useTranslations("endpoints");
  const shell = useTranslations("shell");
  const router = useRouter();
  const [open, setOpen] = useState(false);
  const { run, refusal } = useFormAction(retireEndpoint, {
    errors: "endpoints.errors",
    done: t("retire.done", { name }),
    onDone: () => router.push(endpointsPath),
  });
  return (
    <section className="grid content-start gap-3 border-t border-line pt-6">
      <h2 className="text-lg font-semibold">{t("retire.title")}</h2>
      <p className="measure text-ink-muted">{t("retire.about")}</p>
      <div>
        <ConfirmDialog
          open={open}
          onOpenChange={setOpen}
          trigger={<Button variant="danger">{t("retire.open")}</Button>}
          name={name}
          action={run}
          description={t("retire.about")}
          words={{
            title: t("retire.confirm", { name }),
            typeName: t("retire.typeName", { name }),
            confirm: t("retire.submit"),
            busy: t("retire.busy"),
            cancel: shell("cancel"),
            close: shell("close"),
          }}
        >
          <FormMessage>{refusal}</FormMessage>
          <input type="hidden" name="id" value={id} />
        </ConfirmDialog>
      </div>
    </section>
  );
}
