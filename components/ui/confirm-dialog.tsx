"use client";

import { type ReactNode, useState } from "react";
import { Dialog, DialogActions, DialogClose } from "#components/ui/dialog.tsx";
import { SubmitButton } from "#components/ui/fields/submit-button.tsx";
import { TextField } from "#components/ui/fields/text-field.tsx";

type Props = {
  trigger?: ReactNode;
  open?: boolean;
  onOpenChange?: (open: boolean) => void;
  /** What has to be typed, letter by letter. The action must check it again. */
  name: string;
  words: {
    title: string;
    typeName: ReactNode;
    confirm: string;
    busy?: string;
    cancel: string;
    close: string;
  };
  description: ReactNode;
  action: (form: FormData) => void | Promise<void>;
  /** Hidden inputs, and the message of an action that was refused. */
  children?: ReactNode;
};

export function ConfirmDialog({ name, words, description, action, children, onOpenChange, ...rest }: Props) {
  const [typed, setTyped] = useState("");
  const matches = typed.trim() === name;
  return (
    <Dialog
      {...rest}
      onOpenChange={(open) => {
        setTyped("");
        onOpenChange?.(open);
      }}
      title={words.title}
      description={description}
      closeLabel={words.close}
    >
      <form action={action} className="grid gap-4">
        {children}
        <TextField
          name="confirmation"
          label={words.typeName}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
        />
        <DialogActions>
          <DialogClose>{words.cancel}</DialogClose>
          <SubmitButton variant="danger" disabled={!matches} busyLabel={words.busy}>
            {words.confirm}
          </SubmitButton>
        </DialogActions>
      </form>
    </Dialog>
  );
}
