import { ParticipantFrame } from "#components/shell/participant-frame.tsx";
import { NotFound } from "#components/shell/not-found.tsx";

export default function Inside() {
  return (
    <ParticipantFrame>
      <NotFound inside />
    </ParticipantFrame>
  );
}
