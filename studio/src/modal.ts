// How dialogs over the page are closed: once, with the focus on the canvas from then on.
import type { Signal } from "@preact/signals";
import type { RefObject } from "preact";
import { theCanvas } from "./actions";

// For a dialog that shows `own`, the present value of `shown`. A browser tells some time later that a dialog was closed: by then the focus may be in a box that
// was opened since, or the next dialog may be there. So Escape closes it as a button does, and what is told later changes nothing then.
export function closing<T>(shown: Signal<T | null>, own: T, box: RefObject<HTMLDialogElement | null>) {
  const forget = () => shown.value === own && ((shown.value = null), true);
  const close = () => {
    if (!forget()) return;
    box.current?.close();
    theCanvas()?.focus();
  };
  const onCancel = (e: Event) => (e.preventDefault(), close());
  const onClose = () => void (box.current?.open || forget());
  return { close, events: { onCancel, onClose } };
}
