import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { latestFailure } from '#client/api/failures.ts'
import { iosBrowser } from '#client/browser/ios-browser.ts'
import { canReceivePushes, pushQuery, turnOffPush, turnOnPush } from '#client/data/push.ts'
import { isInstalled } from '#client/ui/installed.ts'

/**
 * - `unsupported`: this browser has no notifications.
 * - `needs-home-screen`: this iPhone or iPad has notifications only for apps on the home screen.
 * - `denied`: the person has told the browser to block notifications.
 * - `unknown`: the server has not answered yet.
 */
export type PushStatus = 'unsupported' | 'needs-home-screen' | 'denied' | 'unknown' | 'off' | 'on'

/** Whether this device receives notifications, and functions that turn them on and off. */
export function usePushState() {
  const [permission, setPermission] = useState(readPermission)
  const isPossible = canReceivePushes() && permission !== 'denied'
  const query = useQuery({ ...pushQuery, enabled: isPossible })
  const on = useMutation(turnOnPush)
  const off = useMutation(turnOffPush)
  const publicKey = query.data?.publicKey

  /** Shows the browser's question. Call this when the person has pressed a button. */
  async function turnOn() {
    off.reset()
    const answer = await Notification.requestPermission()
    setPermission(answer)
    if (answer === 'granted' && publicKey) on.mutate({ publicKey })
  }

  function turnOff() {
    on.reset()
    off.mutate(undefined)
  }

  return {
    status: readStatus(permission, query.data?.isOn),
    isPending: on.isPending || off.isPending,
    /** Why the last attempt to turn notifications on or off failed. */
    error: on.error ?? off.error ?? latestFailure(query),
    turnOn: () => void turnOn(),
    turnOff,
  }
}

function readPermission() {
  return canReceivePushes() ? Notification.permission : 'default'
}

function readStatus(permission: NotificationPermission, isOn: boolean | undefined): PushStatus {
  if (!canReceivePushes()) {
    return iosBrowser(navigator) && !isInstalled() ? 'needs-home-screen' : 'unsupported'
  }
  if (permission === 'denied') return 'denied'
  if (isOn === undefined) return 'unknown'
  return isOn && permission === 'granted' ? 'on' : 'off'
}
