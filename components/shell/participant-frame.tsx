import type { ReactNode } from "react";
import { ParticipantMain } from "#components/shell/participant-main.tsx";
import { Switches } from "#components/shell/preferences.tsx";
import { SkipLink } from "#components/shell/skip-link.tsx";
import { TopLine } from "#components/shell/top-line.tsx";

/** A reading room: one thin line on top, and then only what is to be read. */
export function ParticipantFrame({ menu, children }: { menu?: ReactNode; children: ReactNode }) {
  return (
    <>
      <SkipLink />
      <TopLine ruled thin={Boolean(menu)}>
        {menu || <Switches />}
      </TopLine>
      <ParticipantMain>{children}</ParticipantMain>
    </>
  );
}
