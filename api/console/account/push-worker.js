/** The service worker of browser notifications: shows what arrives, and opens its page when it is clicked. Nothing is cached. */
'use strict';

self.addEventListener('push', (event) => {
  const { title, body, url } = event.data.json();
  event.waitUntil(self.registration.showNotification(title, { body, data: { url }, tag: url }));
});

self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  const { url } = event.notification.data;
  event.waitUntil(
    self.clients.matchAll({ type: 'window' }).then((windows) => {
      const open = windows.find((one) => one.url === url);
      return open === undefined ? self.clients.openWindow(url) : open.focus();
    }),
  );
});
