import type { ReactNode } from "react";
import { ParticipantFrame } from "#components/shell/participant-frame.tsx";

export default function ComeBackLayout({ children }: { children: ReactNode }) {
  return <ParticipantFrame>{children}</ParticipantFrame>;
}
