"use client";

import { useTranslations } from "next-intl";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { useFormAction } from "#components/shell/use-form-action.ts";
import { Button } from "#components/ui/button.tsx";
import { ConfirmDialog } from "#components/ui/confirm-dialog.tsx";
import { FormMessage } from "#components/ui/fields/form-message.tsx";
import { retireEndpoint } from "#lib/endpoints/actions.ts";
import { endpointsPath } from "#lib/paths.ts";

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
