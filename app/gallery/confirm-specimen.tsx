"use client";

import { Button } from "#components/ui/button.tsx";
import { ConfirmDialog } from "#components/ui/confirm-dialog.tsx";

/** In the browser, so that a page for looking at things opens no server action. */
export function ConfirmSpecimen() {
  return (
    <ConfirmDialog
      trigger={<Button variant="danger">Deactivate Ada</Button>}
      name="ada"
      words={{
        title: "Deactivate Ada",
        typeName: "Type ada to confirm",
        confirm: "Deactivate Ada",
        cancel: "Cancel",
        close: "Close",
      }}
      description="Ada is signed out at once and can’t come back in. Her answers stay."
      action={() => undefined}
    />
  );
}
