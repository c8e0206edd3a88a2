"use client";

import { useTranslations } from "next-intl";
import { useActionState, useState } from "react";
import { designPath, studyPath } from "#lib/paths.ts";
import { Button, ButtonLink } from "#components/ui/button.tsx";
import { Dialog, DialogActions, DialogClose } from "#components/ui/dialog.tsx";
import { FormMessage } from "#components/ui/fields/form-message.tsx";
import { SubmitButton } from "#components/ui/fields/submit-button.tsx";
import type { ActionState } from "#lib/auth/define-action.ts";
import { open as openStudy } from "#lib/studies/actions.ts";

type Props = { slug: string; title: string; revision: number; digest: string };

const frozen = ["sample", "words", "rules", "software"] as const;

/** Opens exactly what this page shows: another draft or another sample by now is told, not opened. */
export function CheckOpen({ slug, title, revision, digest }: Props) {
  const t = useTranslations();
  const [isShown, show] = useState(false);
  return (
    <div>
      <Dialog
        open={isShown}
        onOpenChange={show}
        title={t("builder.check.open.confirmTitle", { title })}
        description={
          <div className="grid gap-3">
            <p>{t("builder.check.open.freezes")}</p>
            <ul className="grid list-disc gap-1 pl-5">
              {frozen.map((one) => (
                <li key={one}>{t(`builder.check.open.frozen.${one}`)}</li>
              ))}
            </ul>
            <p>{t("builder.check.open.after")}</p>
          </div>
        }
        closeLabel={t("shell.close")}
        trigger={<Button variant="primary">{t("builder.check.open.button")}</Button>}
      >
        <OpenForm slug={slug} revision={revision} digest={digest} />
      </Dialog>
    </div>
  );
}

function OpenForm({ slug, revision, digest }: Omit<Props, "title">) {
  const t = useTranslations();
  const [state, action] = useActionState<ActionState, FormData>(async (previous, form) => {
    const opened = await openStudy(previous, form);
    if (opened.ok) window.location.assign(studyPath(slug));
    return opened;
  }, null);
  const refused = state && !state.ok ? state.error : null;
  const key = `builder.check.open.errors.${refused}` as never;
  return (
    <form action={action} className="grid gap-4">
      <input type="hidden" name="slug" value={slug} />
      <input type="hidden" name="revision" value={revision} />
      <input type="hidden" name="digest" value={digest} />
      <FormMessage>
        {refused ? (
          <div className="grid gap-3">
            <p>{t.has(key) ? t(key) : t("builder.check.open.errors.unknown")}</p>
            <p>
              <ButtonLink size="small" href={designPath(slug, "check")}>
                {t("builder.check.open.reload")}
              </ButtonLink>
            </p>
          </div>
        ) : null}
      </FormMessage>
      <DialogActions>
        <DialogClose>{t("shell.cancel")}</DialogClose>
        <SubmitButton busyLabel={t("builder.check.open.busy")}>{t("builder.check.open.submit")}</SubmitButton>
      </DialogActions>
    </form>
  );
}
