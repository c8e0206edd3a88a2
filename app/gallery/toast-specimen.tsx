"use client";

import { Button } from "#components/ui/button.tsx";
import { useToast } from "#components/ui/toast.tsx";

export function ToastSpecimen() {
  const notify = useToast();
  return (
    <>
      <Button onClick={() => notify({ title: "Ada is added.", detail: "Give her the link." })}>
        Good news
      </Button>
      <Button onClick={() => notify({ title: "The link was not made.", tone: "danger" })}>Bad news</Button>
    </>
  );
}
