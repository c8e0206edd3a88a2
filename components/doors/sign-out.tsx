"use client";

import { useActionState, type ReactNode } from "react";
import { leaveBrowser } from "#components/sitting/device/leave-browser.ts";
import type { ButtonLook } from "#components/ui/button-class.ts";
import { SubmitButton } from "#components/ui/fields/submit-button.tsx";
import { signOut, signOutEverywhere } from "#lib/auth/actions.ts";

type Props = ButtonLook & {
  label: string;
  everywhere?: boolean;
  as?: "participant";
  children?: ReactNode;
};

export function SignOut({ label, everywhere = false, as, children, ...look }: Props) {
  const [, action] = useActionState(everywhere ? signOutEverywhere : signOut, null);
  return (
    <form action={action} onSubmit={leaveBrowser}>
      {as && <input type="hidden" name="as" value={as} />}
      {children}
      <SubmitButton variant="secondary" {...look}>
        {label}
      </SubmitButton>
    </form>
  );
}
