import { Button, ButtonLink } from "#components/ui/button.tsx";
import { CopyableLink } from "#components/ui/copy/copyable-link.tsx";
import { Dialog, DialogActions, DialogClose } from "#components/ui/dialog.tsx";
import { TabLinks } from "#components/ui/tab-links.tsx";
import { Tabs } from "#components/ui/tabs.tsx";
import { ConfirmSpecimen } from "#app/gallery/confirm-specimen.tsx";
import { Specimen } from "#app/gallery/specimen.tsx";
import { ToastSpecimen } from "#app/gallery/toast-specimen.tsx";

export function ActionSpecimens({ theme }: { theme: string }) {
  return (
    <>
      <ButtonSpecimen />
      <DialogSpecimen />
      <TabSpecimen theme={theme} />
    </>
  );
}

function ButtonSpecimen() {
  return (
    <Specimen title="Buttons">
      <div className="flex flex-wrap gap-3">
        <Button variant="primary">Save</Button>
        <Button>Preview</Button>
        <Button variant="quiet">Not now</Button>
        <Button variant="danger">Deactivate</Button>
      </div>
      <div className="flex flex-wrap items-center gap-3">
        <Button variant="primary" busy>
          Saving…
        </Button>
        <Button disabled>Not available</Button>
        <Button size="small">Small</Button>
        <ButtonLink href="/gallery">A link</ButtonLink>
      </div>
    </Specimen>
  );
}

function DialogSpecimen() {
  return (
    <Specimen title="Dialogs and notices">
      <div className="flex flex-wrap gap-3">
        <Dialog
          trigger={<Button>Open a dialog</Button>}
          title="A new link for Ada"
          description="It signs Ada in once and then stops working."
          closeLabel="Close"
        >
          <DialogActions>
            <DialogClose>Cancel</DialogClose>
            <Button variant="primary">Make the link</Button>
          </DialogActions>
        </Dialog>
        <ConfirmSpecimen />
        <ToastSpecimen />
      </div>
      <CopyableLink
        label="Link for Ada"
        value="https://study.example.org/enter/4fQ1s0X8m2Lr7bTz"
        words={{ copy: "Copy", copied: "Copied.", selected: "Selected. Press Ctrl+C (or ⌘C) to copy it." }}
      />
    </Specimen>
  );
}

function TabSpecimen({ theme }: { theme: string }) {
  return (
    <Specimen title="Tabs">
      <Tabs
        label={`Tracks, ${theme}`}
        items={[
          { value: "literary", label: "Literary", content: <p>Novels and stories.</p> },
          { value: "drama", label: "Drama", content: <p>Plays and scripts.</p> },
          { value: "expertise", label: "Expertise", content: <p>Talk among specialists.</p> },
        ]}
      />
      <TabLinks
        label={`Ways to sign in, ${theme}`}
        items={[
          { href: "/gallery", label: "Participant code", current: true },
          { href: "/gallery?as=staff", label: "Name and password", current: false },
        ]}
      />
    </Specimen>
  );
}
