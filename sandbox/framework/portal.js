// What the pages do by themselves: ask before a form is sent, and take a preview back once the form has changed.
document.addEventListener('submit', (event) => {
  const question = event.target.dataset.confirm;
  // eslint-disable-next-line no-alert
  if (question && !window.confirm(question)) event.preventDefault();
});
document.addEventListener('input', (event) => {
  for (const button of event.target.form?.querySelectorAll('[data-needs-preview]') ?? []) button.disabled = true;
});
document.addEventListener('click', (event) => {
  if (event.target.closest?.('[data-print]')) window.print();
});
