"use client";

import { useTranslations } from "next-intl";
import { useRouter } from "next/navigation";
import { useRef, useState } from "react";
import {
  emptyEndpointForm,
  EndpointFields,
  useFirstProblem,
} from "#components/endpoints/endpoint-fields.tsx";
import { ScriptForm } from "#components/shell/script-form.tsx";
import { useFormAction } from "#components/shell/use-form-action.ts";
import { FormMessage } from "#components/ui/fields/form-message.tsx";
import { keepFilledIn, SubmitButton } from "#components/ui/fields/submit-button.tsx";
import { addEndpoint } from "#lib/endpoints/actions.ts";
import { endpointPath } from "#lib/paths.ts";

export function NewEndpoint() {
  const t = useTranslations("endpoints.form");
  const router = useRouter();
  const form = useRef<HTMLFormElement>(null);
  const [value, setValue] = useState(emptyEndpointForm);
  const { run, state, refusal, errorOf } = useFormAction(addEndpoint, {
    errors: "endpoints.errors",
    fieldErrors: "endpoints.fieldErrors",
    done: t("added"),
    onDone: ({ id }) => router.push(endpointPath(id)),
  });
  useFirstProblem(form, state);
  return (
    <ScriptForm ref={form} noValidate action={run} onReset={keepFilledIn} className="grid max-w-2xl gap-8">
      <EndpointFields
        value={value}
        set={(name, next) => setValue((now) => ({ ...now, [name]: next }))}
        errorOf={errorOf}
      />
      <FormMessage>{refusal}</FormMessage>
      <div>
        <SubmitButton busyLabel={t("adding")}>{t("add")}</SubmitButton>
      </div>
    </ScriptForm>
  );
}
