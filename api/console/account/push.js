/** Turns notifications on for this browser: asks for permission, subscribes at its push service and sends the form. */
'use strict';

const form = document.querySelector('form[data-push-key]');

form?.addEventListener('submit', (event) => {
  if (form.elements.endpoint.value !== '') return;
  event.preventDefault();
  const say = (sentence) => (form.querySelector('[role="status"]').textContent = sentence);
  say('Asking the browser …');
  subscribe(form.dataset.pushKey).then(
    ({ endpoint, keys }) => {
      form.elements.endpoint.value = endpoint;
      form.elements.p256dh.value = keys.p256dh;
      form.elements.auth.value = keys.auth;
      form.submit();
    },
    (error) => say(error.message),
  );
});

async function subscribe(applicationServerKey) {
  if (!('serviceWorker' in navigator) || !('PushManager' in window))
    throw new Error(
      'This browser has no push notifications here. On an iPhone or iPad, add the console to the home screen first.',
    );
  if ((await Notification.requestPermission()) !== 'granted')
    throw new Error(
      'The browser does not allow notifications of this site. Allow them in its site settings, then try again.',
    );
  await navigator.serviceWorker.register('/console/push-worker.js');
  const { pushManager } = await navigator.serviceWorker.ready;
  // One that was made with an earlier key of this deployment cannot be changed.
  await (await pushManager.getSubscription())?.unsubscribe();
  const subscription = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey }).catch((error) => {
    throw new Error(`The browser could not subscribe to its push service: ${error.message}`);
  });
  return subscription.toJSON();
}
