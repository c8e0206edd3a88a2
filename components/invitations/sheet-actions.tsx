"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import type { CreatedInvitations } from "#components/invitations/created-invitations.tsx";
import { invitationCsv, keepFile } from "#components/invitations/sheet-csv.ts";
import { Button } from "#components/ui/button.tsx";
import { ControlIcon } from "#components/ui/control-icons.tsx";

type Props = {
  created: CreatedInvitations;
  links: readonly string[];
  name: string;
  base: string;
  onKept: () => void;
  onDone: () => void;
};

/** The ways to take fresh codes along. */
export function SheetActions({ created, links, name, base, onKept, onDone }: Props) {
  const t = useTranslations("invitations.sheet");
  const [copied, setCopied] = useState<"copied" | "notCopied" | null>(null);
  const count = links.length;

  async function copy() {
    try {
      await navigator.clipboard.writeText(links.join("\n"));
      setCopied("copied");
      onKept();
    } catch {
      // Over plain http the clipboard is out of reach.
      setCopied("notCopied");
    }
  }

  return (
    <div className="grid gap-2">
      <div className="flex flex-wrap gap-3">
        {created.way !== "prolific" && (
          <Button
            variant="primary"
            onClick={() => {
              onKept();
              window.print();
            }}
          >
            {t("print", { count })}
          </Button>
        )}
        <Button
          onClick={() => {
            keepFile(`${name}.csv`, invitationCsv(created, base));
            onKept();
          }}
        >
          {t("csv")}
        </Button>
        <Button onClick={copy}>
          <ControlIcon name="copy" />
          {t("copy", { count })}
        </Button>
        <Button variant="quiet" onClick={onDone}>
          {t("done")}
        </Button>
      </div>
      <p role="status" className="text-sm text-ink-muted empty:hidden">
        {copied && t(copied, { count })}
      </p>
    </div>
  );
}
