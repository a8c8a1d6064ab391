/** The script of a task's live browser: asks for the newest picture and draws it. */
'use strict';

{
  const box = document.querySelector('[data-watch]');
  const canvas = box.querySelector('canvas');
  const doing = box.querySelector('[data-doing]');
  const paper = canvas.getContext('2d');
  let seq = 0;

  async function look() {
    const answer = await fetch(`${box.dataset.watch}?after=${seq}`, {
      headers: { 'X-Poll': '1' },
      credentials: 'same-origin',
    });
    if (!answer.ok || answer.redirected) throw new Error('not now');
    const { seq: newest, picture, state, ended } = await answer.json();
    seq = newest;
    if (picture) {
      const bytes = Uint8Array.from(atob(picture), (sign) => sign.charCodeAt(0));
      paper.drawImage(
        await createImageBitmap(new Blob([bytes], { type: 'image/jpeg' })),
        0,
        0,
        canvas.width,
        canvas.height,
      );
    } else if (picture === '') paper.clearRect(0, 0, canvas.width, canvas.height);
    if (state !== null)
      doing.textContent = state.isHidden ? 'Hidden: a sign-in, or a page that the playbook calls secret.' : state.doing;
    else doing.textContent = ended ? 'The task has ended.' : 'No browser is at work for this task now.';
    return ended;
  }

  async function watch() {
    for (;;)
      try {
        if (await look()) return;
      } catch {
        await new Promise((resolve) => setTimeout(resolve, 1_500));
      }
  }
  void watch();
}
